mod applying;
mod reading;
