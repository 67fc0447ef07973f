import confusables from './tables/confusables.json' with { type: 'json' }

const textOf = (codes: string) =>
  String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))

let prototypes: ReadonlyMap<string, string> | undefined

/** What each look-alike looks like; made when first asked for. */
function prototypeOf(character: string): string {
  prototypes ??= new Map(
    Object.entries(confusables.lookLikes).flatMap(([to, from]) =>
      [...textOf(from)].map((each) => [each, textOf(to)] as const),
    ),
  )
  return prototypes.get(character) ?? character
}

/** What takes no place, and the dot on a letter that has one already. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|(?<=[iI])\u0307/gu

/** The confusable skeleton of UTS #39. */
function skeletonOf(text: string): string {
  const shown = text.normalize('NFD').replaceAll(UNSEEN, '')
  return [...shown].map(prototypeOf).join('').normalize('NFD')
}

/**
 * The table tells I and i apart, names are not compared by case: what looks like an I, an l or a 1 looks like an i, and
 * what looks like an O like an o. Lower case once more makes one of the skeletons of capitals and of small letters.
 */
function withoutCase(skeleton: string): string {
  return skeleton.toLowerCase().replaceAll(/[i|]/g, 'l')
}

const AT_THE_ENDS = /^[._@-]+|[._@-]+$/g
/** A dotless i beside m or n is not seen: it counts as one of their strokes. */
const HIDDEN_STROKES = /(?<=[mn])\u0131+|\u0131+(?=[mn])/g

/**
 * What a name looks like, whatever its case, without what stands at its ends; two names with one of these in common are
 * taken for each other. Sorted, at most four.
 */
export function skeletonsOf(name: string): string[] {
  const bare = name.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(AT_THE_ENDS, '')
  const spellings = [bare, bare.toLowerCase(), bare.toUpperCase(), bare.replaceAll(HIDDEN_STROKES, '')]
  return [...new Set(spellings.map((spelling) => withoutCase(skeletonOf(spelling))))].sort()
}
