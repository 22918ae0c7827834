// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command of the host that makes a file beside the program, and is no child of it.
#pragma once

#include <string>
#include <vector>

namespace cuda_emulator::translation {

//! The program's own wait() and its SIGCHLD know nothing of the command: it belongs to a shell that is nobody's child.
//! That shell goes on when the program ends, however it does: where the file is to be kept, the next program has it. In
//! the end it removes the command's folder.
class background_command {
public:
    struct what {
        std::vector<std::string> words; //!< looked up on the path
        std::string folder;             //!< where it makes the file `made`, and has its temporary files
        std::string to;                 //!< where the file is kept, with its cksum in `to`.sum; empty: nowhere
        bool keeps_folder = false;
    };
    //! What the command says on stderr goes to the file `log` in the folder. It has none of the program's files.
    explicit background_command(const what&);
    ~background_command();
    background_command(const background_command&) = delete;
    background_command& operator=(const background_command&) = delete;

    //! Waits for the command's end: its exit status as a shell has it (127: it cannot be run), or -1: nobody waits.
    int status();
    //! Nobody waits any longer. Any thread may call this.
    void leave();

private:
    what what_;
    bool runs_ = false;
    int control_ = -1, said_ = -1, left_ = -1; //!< to the shell, from it, and to who waits
};

} // namespace cuda_emulator::translation
