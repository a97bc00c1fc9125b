//! Reads an AUX area, and prints what test/conformance/aux.sh wants to see.

use perfc::{Attr, AuxData, Decoded, Event, On, Waited};

fn extent(bytes: &[u8]) -> String {
    match bytes {
        [] => "0 bytes".into(),
        [first, .., last] => format!("{} bytes {first} to {last}", bytes.len()),
        [only] => format!("1 bytes {only} to {only}"),
    }
}

fn tell_data(how: &str, data: AuxData<'_>) {
    // SAFETY: not in overwrite mode.
    let (first, rest) = unsafe { data.slices() };
    let mut copy = Vec::new();
    data.copy_to(&mut copy);
    assert!(copy == [first, rest].concat() && data.len() == copy.len());
    println!("{how} {}: {}, {}", data.offset(), extent(first), extent(rest));
}

fn tell_peek(event: &mut Event) -> perfc::Result<()> {
    match event.aux_peek()? {
        Some(data) => tell_data("peek", data),
        None => println!("nothing"),
    }
    Ok(())
}

pub fn tell() -> perfc::Result<()> {
    let mut event = Attr::new(8, 0).open(On::this_thread())?;
    event.mmap(1)?;
    event.aux_mmap(1, false)?;
    tell_peek(&mut event)?;
    while event.wait(None)? == Waited::Records {
        while let Some(record) = event.next_record()? {
            let Decoded::Aux(aux) = record.decode()? else { continue };
            tell_data("view", event.aux_view(&aux)?);
            tell_peek(&mut event)?;
            event.aux_release(aux.aux_offset + aux.aux_size)?;
            tell_peek(&mut event)?;
        }
    }
    event.aux_munmap()
}
