/** Where the core error texts lie, one file per language; servers read them, browsers get `msg` ready-made. */
export const coreTextsFolder = new URL('../locales/', import.meta.url)
