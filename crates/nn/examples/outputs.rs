//! What a net says: `outputs NET INPUTS`. INPUTS has the numbers of one sample after another, f32, little-endian; a line for each sample comes
//! out, with the numbers of all outputs. `benches/pytorch/roundtrip.py` compares them with PyTorch's.

#![allow(clippy::print_stdout, reason = "a program for the terminal")]

use std::error::Error;
use tabula_nn::{Desk, Model};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [net, inputs] = &arguments[..] else { return Err("usage: outputs NET INPUTS".into()) };
    let (net, _) = tabula_nn::load(&std::fs::read(net)?)?;
    let bytes = std::fs::read(inputs)?;
    let inputs: Vec<f32> = bytes.as_chunks().0.iter().map(|bytes: &[u8; 4]| f32::from_le_bytes(*bytes)).collect();
    let (model, mut desk) = (Model::new(&net), Desk::new(1));
    if bytes.is_empty() || bytes.len() % (4 * model.input()) != 0 {
        return Err(format!("expected samples of {} numbers", model.input()).into());
    }
    model.run(&mut desk, &inputs);
    for sample in 0..inputs.len() / model.input() {
        let said = (0..model.outputs().len()).flat_map(|output| model.result(&desk, sample, output));
        println!("{}", said.map(|number| format!("{number:e}")).collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
