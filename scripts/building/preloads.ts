/** A chunk as Vite's manifest has it. */
interface Chunk {
  file: string
  name?: string
  css?: string[]
}

/** What the page starts to load before its program says so; texts by language. Read by `first-paint.js`. */
export interface Preloads {
  /** Of whoever is signed in. */
  signedIn: string[]
  /** With an address that names a player. */
  player: string[]
  /** Of every page. */
  entryTexts: Record<string, string>
  /** Of whoever is signed in. */
  texts: Record<string, string>
}

/**
 * The files a page needs one after the other, named in the page itself: on a slow network each would cost a way there
 * and back before the next is asked for.
 */
export function preloadsOf(manifest: Readonly<Record<string, Chunk>>): Preloads {
  const chunks = Object.values(manifest)
  const files = (wanted: string) => {
    const chunk = chunks.find(({ name }) => name === wanted)
    if (chunk === undefined) throw new Error(`the build has no chunk ${wanted}`)
    return [chunk.file, ...(chunk.css ?? [])]
  }
  const textsOf = (start: string) =>
    Object.fromEntries(
      chunks.flatMap(({ name = '', file }) =>
        name.startsWith(start) ? [[name.slice(start.length), file]] : [],
      ),
    )
  return {
    signedIn: [...files('shell'), ...files('common')],
    player: files('player'),
    entryTexts: textsOf('entry-texts-'),
    texts: textsOf('texts-'),
  }
}
