/** A colour for each name, in the order they come; after `colours` of them the first comes again. */
export function tonesOf(names: Iterable<string>, colours: number): Map<string, number> {
  const tones = new Map<string, number>()
  for (const name of names) if (!tones.has(name)) tones.set(name, tones.size % colours)
  return tones
}

/** Colours of the documentation: of its page, and of the pages that are saved from it. */
export const DOC_COLOURS = 5
