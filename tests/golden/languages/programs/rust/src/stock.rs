pub struct Stock {
    pub levels: Vec<u32>,
}

impl Stock {
    #[inline(never)]
    pub fn at(&self, shelf: usize) -> u32 {
        self.levels[shelf]
    }

    #[inline(never)]
    pub fn parse(text: &str) -> anyhow::Result<u32> {
        use anyhow::Context;
        text.parse::<u32>().with_context(|| format!("cannot read the level {text:?}"))
    }
}
