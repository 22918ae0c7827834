# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The options of ./run's commands. A wrong word ends a command with status 2, before it installs or builds anything. The
# programs behind the commands test their options, too, but most of them exist only after the build.
# ./run sources this file, and has root and die. run_test.py compares the lists with the options of these programs.

# The options that a command takes, one word each. --name has no value. --name=KIND has one, and -j?=KIND may have one.
# KIND is number, seconds, text (no other option), any, or the values with | between them.
options_of() {
  case "$1" in
    demo) echo '--n=number --seed=number --device=gpu|emulated --json=text' ;;
    bench) echo '--json=text --large' ;;
    'bench --emulated') echo '--json=text --seconds=seconds --rounds=number --write --translated' ;;
    mutants) echo '--jobs=number --stage=legacy|modern|fast --operator=text --seconds=seconds --list' ;;
    fuzz) echo '--seed=number' ;;
    test | oracle) # ctest's: those that choose, run and list tests
      echo '-R=any --tests-regex=any -E=any --exclude-regex=any -L=any --label-regex=any -LE=any --label-exclude=any -I=any
        --tests-information=any -U --union --tests-from-file=text --exclude-from-file=text -FA=any --fixture-exclude-any=any
        -FS=any --fixture-exclude-setup=any -FC=any --fixture-exclude-cleanup=any -j?=number --parallel?=number
        --test-load=number --timeout=seconds --stop-time=any --repeat=any --repeat-until-fail=number --rerun-failed -F
        --schedule-random --stop-on-failure --output-on-failure --progress -V --verbose -VV --extra-verbose --debug -Q --quiet
        -O=text --output-log=text --output-junit=text --test-output-size-passed=number --test-output-size-failed=number
        --test-output-truncation=any --no-label-summary --no-subproject-summary --max-width=number --no-tests=error|ignore
        --resource-spec-file=text --interactive-debug-mode=0|1 -N --show-only?=any --print-labels -C=text --build-config=text'
      ;;
  esac
}

# kind_of OPTION COMMAND: prints "KIND", "KIND?" where the value may be missing, or nothing where there is no value
kind_of() {
  local spec
  local -a specs=()
  read -r -d '' -a specs < <(options_of "$2") || true
  for spec in "${specs[@]}"; do
    case "$spec" in
      "$1") return ;;
      "$1="*) printf '%s' "${spec#*=}"; return ;;
      "$1?="*) printf '%s?' "${spec#*=}"; return ;;
    esac
  done
  return 1
}

# Whether a value is of a kind.
is_of_kind() {
  case "$2" in
    any) ;;
    text) [[ -n "$1" && "$1" != -* ]] ;;
    number) [[ "$1" =~ ^[0-9]+$ ]] ;;
    seconds) [[ "$1" =~ ^([0-9]+[.]?[0-9]*|[.][0-9]+)$ ]] ;;
    *) [[ "|$2|" == *"|$1|"* && "$1" != *'|'* ]] ;;
  esac
}

# What an option wants, as words.
words_for() {
  case "$1" in
    any | text) printf 'a value' ;;
    number) printf 'a whole number' ;;
    seconds) printf 'a number of seconds' ;;
    *) printf 'one of %s' "${1//|/, }" ;;
  esac
}

# Whether a command knows a pair by this name: demo by its last part, too, and bench by how it begins.
is_pair() {
  local path slug
  for path in "$root"/legacy/*/*.cu; do
    slug="${path#"$root/legacy/"}"
    slug="${slug%.cu}"
    case "$1" in
      demo) [[ "$slug" != "$2" && "${slug##*/}" != "$2" ]] || return 0 ;;
      bench) [[ "$slug" != "$2"* ]] || return 0 ;;
      *) [[ "$slug" != "$2" ]] || return 0 ;;
    esac
  done
  return 1
}

# check_place COMMAND WORD: a word that is no option
check_place() {
  case "$1" in
    fuzz) [[ "$2" =~ ^0*[1-9][0-9]*$ ]] || die "fuzz takes a number of seconds and --seed N, and '$2' is neither" 2 ;;
    demo | bench | mutants)
      is_pair "$1" "${2:-nothing}" || die "$1: there is no pair '$2'; the folder legacy has them as AREA/NAME.cu" 2
      ;;
    test | oracle) die "$1 takes options of ctest, and '$2' is none: -R REGEX chooses tests by their names" 2 ;;
    *) die "$1: '$2' is no option; ./run --help lists what there is" 2 ;;
  esac
}

# ctest overlooks an option with a value behind =, but for these.
takes_equals() {
  case "$1" in
    test | oracle) [[ "$2" == --no-tests || "$2" == --show-only ]] ;;
  esac
}

# check_value COMMAND OPTION KIND WORD...: sets used to 1 if the first WORD is the option's value
check_value() {
  local kind="${3%'?'}"
  used=1
  if [[ "$3" != "$kind" ]]; then
    # Such a value is the next word only if it fits.
    if [[ "$2" == --show-only || $# -lt 4 ]] || ! is_of_kind "$4" "$kind"; then used=0; fi
    return 0
  fi
  (($# > 3)) || die "$1: $2 wants $(words_for "$kind")" 2
  is_of_kind "$4" "$kind" || die "$1: $2 wants $(words_for "$kind"), and '$4' is none" 2
}

# check_options COMMAND WORD...: ends with status 2 if a word is wrong
check_options() {
  local command="$1" word name kind used places=0
  shift
  while (($#)); do
    word="$1"
    shift
    if [[ "$word" != -?* ]]; then
      check_place "$command" "$word"
      ((++places < 2)) || [[ "$command" != fuzz ]] || die "fuzz takes one number of seconds, and '$word' is another" 2
      continue
    fi
    [[ ! "$word" =~ ^-j[0-9]+$ ]] || word=-j
    name="$word"
    [[ "$word" != --*=* ]] || name="${word%%=*}"
    kind="$(kind_of "$name" "$command")" || die "$command: unknown option '$name'; $(hint_for "$command")" 2
    if [[ "$word" == "$name" ]]; then
      [[ -z "$kind" ]] || { check_value "$command" "$name" "$kind" "$@"; shift "$used"; }
    else
      [[ -n "$kind" ]] || die "$command: $name takes no value" 2
      takes_equals "$command" "$name" || die "$command: ctest takes the value of $name as the next word" 2
      check_value "$command" "$name" "${kind%'?'}" "${word#*=}"
    fi
  done
}

hint_for() {
  case "$1" in
    test | oracle) printf 'ctest --help lists what ctest takes, and ./run --help the rest' ;;
    *) printf './run --help lists what there is' ;;
  esac
}
