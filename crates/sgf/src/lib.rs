//! Smart Game Format: text to tree and back, encodings, diagnostics. No rules inside.
