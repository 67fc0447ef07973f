import { z } from '@qd/contract-kit'
import { keptNow, useKept } from '@qd/web-frame'

const KEY = 'redis.snippets'
const MOST = 100

const snippet = z.object({ name: z.string(), text: z.string() })
export type Snippet = z.output<typeof snippet>

const NONE: readonly Snippet[] = []

/** What was kept may come from another version of the page. */
function snippetsIn(value: unknown): readonly Snippet[] {
  const read = z.safeParse(z.array(snippet), value)
  return read.success ? read.data : NONE
}

/** Texts of commands with a name, kept with the account. */
export function useSnippets(): {
  snippets: readonly Snippet[]
  save: (given: Snippet) => void
  forget: (name: string) => void
} {
  const [value, keep] = useKept<unknown>(KEY, NONE)
  const others = (name: string): Snippet[] => snippetsIn(keptNow(KEY)).filter((each) => each.name !== name)
  return {
    snippets: snippetsIn(value),
    save: (given) => keep([given, ...others(given.name)].slice(0, MOST)),
    forget: (name) => keep(others(name)),
  }
}
