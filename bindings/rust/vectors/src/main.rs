//! Decodes a file of the shared vectors and prints their canonical JSON, see
//! test/vectors/README.md:
//!
//! ```text
//! vectors typed|columns|views FILE.vec
//! vectors aux
//! ```

mod aux_area;
mod columns;
mod container;
mod json;
mod typed;

use std::io::Write;
use std::process::ExitCode;

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["aux"] {
        return Ok(aux_area::tell()?);
    }
    let [mode, path] = arguments.as_slice() else {
        return Err("usage: vectors typed|columns|views FILE.vec".into());
    };
    let bytes = container::read(path)?;
    let mut lines = String::new();
    for case in container::cases(&bytes)? {
        match mode.as_str() {
            "typed" => typed::tell_case(&case, &mut lines)?,
            "columns" => columns::tell_case(&case, false, &mut lines)?,
            "views" => columns::tell_case(&case, true, &mut lines)?,
            other => return Err(format!("no such mode: {other}").into()),
        }
    }
    std::io::stdout().write_all(lines.as_bytes())?;
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
