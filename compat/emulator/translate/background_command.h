// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command of the host that runs beside the program, and is no child of it.
#pragma once

#include <mutex>
#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! The program's own wait() and its SIGCHLD know nothing of the command: it belongs to a shell that is nobody's child. That
//! shell ends the command and removes its folder when the program ends, however it does.
class background_command {
public:
    //! The command's words are looked up on the path. Its stderr goes to the file `log` in the folder, which holds its
    //! temporary files, too; the rest of the program's files it does not have. `keeps` leaves the folder where it is.
    background_command(const std::vector<std::string>& words, const std::string& folder, bool keeps);
    //! Waits until all of it has ended and the folder is gone.
    ~background_command();
    background_command(const background_command&) = delete;
    background_command& operator=(const background_command&) = delete;

    //! Waits for the command's end: its exit status as a shell has it (127: it cannot be run), or -1: it was ended.
    int status();
    //! Ends it. Any thread may call this, while another waits.
    void end();

private:
    std::mutex mutex_;
    int control_ = -1, said_ = -1; //!< pipes, to the shell and from it
    std::string folder_;
    bool keeps_, runs_ = false;
};

} // namespace cuda_emulator::translation
