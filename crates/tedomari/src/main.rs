//! The program. Everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tedomari::run(std::env::args_os())
}
