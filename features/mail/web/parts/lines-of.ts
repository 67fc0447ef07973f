const parted = (text: string, by: string | RegExp): string[] =>
  text
    .split(by)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What was typed one a line, without empty ones; a line may have blanks in it. */
export const linesOf = (text: string): string[] => parted(text, '\n')

/** Ids as people paste them: one a line, or with commas or blanks between them. */
export const idsOf = (text: string): string[] => parted(text, /[\s,;，；]+/)
