//! A description as text, for configurations and files: `10x9x9: conv 32 3x3, relu, flatten, dense 82`.

use std::fmt;
use std::str::FromStr;

use crate::fault::Fault;
use crate::layer::{Activation, Edge, Global, Head, Layer, Plan, Pool, Shape};

/// Groups inside groups; more is a mistake, and would cost stack.
const DEEPEST: usize = 8;

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flat(size) => write!(f, "{size}"),
            Self::Planes { channels, height, width } => write!(f, "{channels}x{height}x{width}"),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.input, Row(&self.layers))
    }
}

struct Row<'a>(&'a [Layer]);

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, layer) in self.0.iter().enumerate() {
            write!(f, "{}{layer}", if index > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = |bias: &bool| if *bias { "" } else { " nobias" };
        match self {
            Self::Dense { out, bias } => write!(f, "dense {out}{}", plain(bias)),
            Self::Conv { out, kernel: (rows, columns), edge, bias } => {
                let edge = if *edge == Edge::Valid { " valid" } else { "" };
                write!(f, "conv {out} {rows}x{columns}{edge}{}", plain(bias))
            }
            Self::Norm => f.write_str("norm"),
            Self::Dropout(share) => write!(f, "dropout {share}"),
            Self::Pool(Pool::Max, size) => write!(f, "maxpool {size}"),
            Self::Pool(Pool::Average, size) => write!(f, "avgpool {size}"),
            Self::Global(Global::Max) => f.write_str("global max"),
            Self::Global(Global::Average) => f.write_str("global average"),
            Self::Global(Global::Both) => f.write_str("global both"),
            Self::Flatten => f.write_str("flatten"),
            Self::Activation(activation) => activation.fmt(f),
            Self::Residual(layers) => write!(f, "residual ({})", Row(layers)),
            Self::Heads(heads) => {
                f.write_str("heads")?;
                heads.iter().try_for_each(|head| write!(f, " {} ({})", head.name, Row(&head.layers)))
            }
        }
    }
}

impl fmt::Display for Activation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear => f.write_str("linear"),
            Self::Step => f.write_str("step"),
            Self::Relu => f.write_str("relu"),
            Self::Leaky(slope) => write!(f, "leaky {slope}"),
            Self::Noisy(deviation) => write!(f, "noisy {deviation}"),
            Self::Elu(factor) => write!(f, "elu {factor}"),
            Self::Sigmoid => f.write_str("sigmoid"),
            Self::Tanh => f.write_str("tanh"),
            Self::Softplus => f.write_str("softplus"),
            Self::Swish => f.write_str("swish"),
            Self::Softmax => f.write_str("softmax"),
        }
    }
}

impl FromStr for Plan {
    type Err = Fault;

    /// Reads what `Display` writes; a line break separates layers as a comma does.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let (input, rest) =
            text.split_once(':').ok_or_else(|| wrong("the shape of the input and a colon must come first"))?;
        let sizes = sizes(input.trim())?;
        let input = match sizes[..] {
            [size] => Shape::Flat(size),
            [channels, height, width] => Shape::planes(channels, height, width),
            _ => return Err(wrong(format!("`{}` is not a shape such as 768 or 10x9x9", input.trim()))),
        };
        let mut reader = Reader { words: words(rest), next: 0 };
        let layers = reader.layers(0)?;
        match reader.take() {
            None => Ok(Self { input, layers }),
            Some(word) => Err(wrong(format!("`{word}` closes nothing"))),
        }
    }
}

fn wrong(why: impl Into<String>) -> Fault {
    Fault::Plan(why.into())
}

fn sizes(word: &str) -> Result<Vec<usize>, Fault> {
    word.split('x')
        .map(|part| part.parse().map_err(|_| wrong(format!("`{word}` is not a size such as 64, 3x3 or 10x9x9"))))
        .collect()
}

fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(mark) = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')) {
        let (word, tail) = rest.split_at(mark);
        let first = tail.chars().next().map_or(0, char::len_utf8);
        if !word.is_empty() {
            words.push(word);
        }
        match &tail[..first] {
            "\n" => words.push(","),
            blank if blank.trim().is_empty() => {}
            sign => words.push(sign),
        }
        rest = &tail[first..];
    }
    if !rest.is_empty() {
        words.push(rest);
    }
    words
}

struct Reader<'a> {
    words: Vec<&'a str>,
    next: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    fn take(&mut self) -> Option<&'a str> {
        let word = self.peek();
        self.next += 1;
        word
    }

    /// A word of the same layer, not a comma or a bracket.
    fn argument(&mut self) -> Option<&'a str> {
        let word = self.peek().filter(|word| !matches!(*word, "," | "(" | ")"))?;
        self.next += 1;
        Some(word)
    }

    fn need(&mut self, layer: &str, what: &str) -> Result<&'a str, Fault> {
        self.argument().ok_or_else(|| wrong(format!("`{layer}` needs {what}")))
    }

    fn size(&mut self, layer: &str) -> Result<usize, Fault> {
        let word = self.need(layer, "a size")?;
        word.parse().map_err(|_| wrong(format!("`{layer} {word}` is not followed by a size")))
    }

    fn number(&mut self, layer: &str) -> Result<f32, Fault> {
        let word = self.need(layer, "a number")?;
        let number = word.parse::<f32>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| wrong(format!("`{layer} {word}` is not followed by a number")))
    }

    /// The layers up to a closing bracket or the end.
    fn layers(&mut self, depth: usize) -> Result<Vec<Layer>, Fault> {
        let mut layers = Vec::new();
        while let Some(word) = self.peek().filter(|word| *word != ")") {
            self.next += 1;
            if word != "," {
                layers.push(self.layer(word, depth)?);
                if let Some(extra) = self.peek().filter(|word| !matches!(*word, "," | ")")) {
                    return Err(wrong(format!("`{extra}` after `{word}` is one word too many, or lacks a comma")));
                }
            }
        }
        Ok(layers)
    }

    fn group(&mut self, of: &str, depth: usize) -> Result<Vec<Layer>, Fault> {
        if depth >= DEEPEST {
            return Err(wrong(format!("groups are nested more than {DEEPEST} deep")));
        }
        if self.take() != Some("(") {
            return Err(wrong(format!("`{of}` needs layers in brackets")));
        }
        let layers = self.layers(depth + 1)?;
        if self.take() != Some(")") {
            return Err(wrong(format!("the bracket of `{of}` is not closed")));
        }
        Ok(layers)
    }

    fn layer(&mut self, word: &str, depth: usize) -> Result<Layer, Fault> {
        let active = |activation| Ok(Layer::Activation(activation));
        match word {
            "dense" => {
                let out = self.size(word)?;
                let bias = self.peek() != Some("nobias") || self.take().is_none();
                Ok(Layer::Dense { out, bias })
            }
            "conv" => self.conv(),
            "norm" => Ok(Layer::Norm),
            "dropout" => Ok(Layer::Dropout(self.number(word)?)),
            "maxpool" => Ok(Layer::Pool(Pool::Max, self.size(word)?)),
            "avgpool" => Ok(Layer::Pool(Pool::Average, self.size(word)?)),
            "global" => match self.need(word, "`average`, `max` or `both`")? {
                "max" => Ok(Layer::Global(Global::Max)),
                "average" => Ok(Layer::Global(Global::Average)),
                "both" => Ok(Layer::Global(Global::Both)),
                other => Err(wrong(format!("`global {other}` is none of `average`, `max` and `both`"))),
            },
            "flatten" => Ok(Layer::Flatten),
            "residual" => Ok(Layer::Residual(self.group(word, depth)?)),
            "heads" => {
                let mut heads = Vec::new();
                while let Some(name) = self.argument() {
                    heads.push(Head { name: name.to_owned(), layers: self.group(name, depth)? });
                    // Nothing follows heads but heads, so each may have a line of its own.
                    let blank = self.words[self.next..].iter().take_while(|word| **word == ",").count();
                    if self.words.get(self.next + blank + 1) == Some(&"(") {
                        self.next += blank;
                    }
                }
                Ok(Layer::Heads(heads))
            }
            "linear" => active(Activation::Linear),
            "step" => active(Activation::Step),
            "relu" => active(Activation::Relu),
            "leaky" => active(Activation::Leaky(self.number(word)?)),
            "noisy" => active(Activation::Noisy(self.number(word)?)),
            "elu" => active(Activation::Elu(self.number(word)?)),
            "sigmoid" => active(Activation::Sigmoid),
            "tanh" => active(Activation::Tanh),
            "softplus" => active(Activation::Softplus),
            "swish" => active(Activation::Swish),
            "softmax" => active(Activation::Softmax),
            _ => Err(wrong(format!("`{word}` is not a layer"))),
        }
    }

    fn conv(&mut self) -> Result<Layer, Fault> {
        let out = self.size("conv")?;
        let kernel = match sizes(self.need("conv", "a window such as 3x3")?)?[..] {
            [rows, columns] => (rows, columns),
            _ => return Err(wrong("the window of `conv` must be rows and columns, such as 3x3")),
        };
        let (mut edge, mut bias) = (Edge::Same, true);
        while let Some(word) = self.argument() {
            match word {
                "same" => edge = Edge::Same,
                "valid" => edge = Edge::Valid,
                "nobias" => bias = false,
                _ => return Err(wrong(format!("`{word}` is nothing a `conv` knows"))),
            }
        }
        Ok(Layer::Conv { out, kernel, edge, bias })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EVERYTHING: &str = "3x8x8: conv 8 3x3, conv 8 1x3 valid nobias, norm, dropout 0.25, residual (conv 8 3x3 nobias, \
        norm, noisy 0.1, residual (global both, dense 8 nobias)), maxpool 2, avgpool 1, leaky 0.01, elu 1, \
        heads policy (flatten, dense 4, softmax) value (global max, dense 1, tanh) more (global average, linear)";

    #[test]
    fn what_is_written_is_read_again() {
        let plan: Plan = EVERYTHING.parse().unwrap();
        assert_eq!(plan.to_string(), EVERYTHING);
        assert_eq!(plan.layers.len(), 10);
    }

    #[test]
    fn lines_separate_layers_as_commas_do() {
        let lines: Plan = "4:\n dense 3\n\n relu\n dense 1".parse().unwrap();
        assert_eq!(lines.to_string(), "4: dense 3, relu, dense 1");
        let heads: Plan = "4: relu,\nheads a (dense 1)\n      b (relu,\n dense 2)\n".parse().unwrap();
        assert_eq!(heads.to_string(), "4: relu, heads a (dense 1) b (relu, dense 2)");
    }

    #[test]
    fn every_mistake_is_named() {
        for (text, why) in [
            ("dense 3", "colon"),
            ("4x4: relu", "`4x4` is not a shape"),
            ("four: relu", "`four` is not a size"),
            ("4: dens 3", "`dens` is not a layer"),
            ("4: dense", "`dense` needs a size"),
            ("4: dense 3 relu", "`relu` after `dense`"),
            ("4: dropout x", "`dropout x`"),
            ("4: residual relu", "`residual` needs layers in brackets"),
            ("4: residual (relu", "bracket of `residual` is not closed"),
            ("4: relu)", "`)` closes nothing"),
            ("4: global middle", "`global middle`"),
            ("4: conv 3 3", "rows and columns"),
            ("4: conv 3 3x3 same odd", "`odd` is nothing"),
            (&format!("4: {}", "residual (".repeat(100_000)), "nested"),
        ] {
            let fault = text.parse::<Plan>().unwrap_err().to_string();
            assert!(fault.contains(why), "{text}: {fault}");
        }
    }

    proptest! {
        #[test]
        fn no_text_causes_a_panic(text in "[0-9x]{0,8}:([a-z]{0,8}|[ ,()x0-9.\n]|dense|conv|heads|residual|\\PC){0,40}") {
            let _ = text.parse::<Plan>();
        }
    }
}
