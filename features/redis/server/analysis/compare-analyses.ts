import type {
  ComparedFigures,
  ComparedFolder,
  Comparison,
  Estimate,
  RedisBytes,
} from '../../contract/index.ts'
import type { AnalysisContent, KeptResult } from './kept-analyses.ts'

const exact = (value: number): Estimate => ({ value, error: 0 })
const NONE: ComparedFigures = { keys: exact(0), bytes: exact(0) }

const nameOf = (bytes: RedisBytes): string => (typeof bytes === 'string' ? `t${bytes}` : `b${bytes.base64}`)

function byName({ folders }: AnalysisContent): Map<string, { prefix: RedisBytes; figures: ComparedFigures }> {
  return new Map(
    folders.map(({ prefix, keys, bytes }) => [
      nameOf(prefix),
      { prefix, figures: { keys: exact(keys), bytes } },
    ]),
  )
}

function typesOf(before: AnalysisContent, after: AnalysisContent): Comparison['types'] {
  const of = ({ types }: AnalysisContent) => new Map(types.map(({ type, ...sums }) => [type, sums]))
  const [old, now] = [of(before), of(after)]
  return [...new Set([...now.keys(), ...old.keys()])].map((type) => ({
    type,
    before: old.get(type) ?? NONE,
    after: now.get(type) ?? NONE,
  }))
}

function foldersOf(before: AnalysisContent, after: AnalysisContent): ComparedFolder[] {
  const [old, now] = [byName(before), byName(after)]
  // What a whole list does not name was not there; a list that was cut does not say.
  const missingIn = ({ isCut }: AnalysisContent) => (isCut ? null : NONE)
  return [...new Map([...old, ...now])].map(([name, { prefix }]) => ({
    prefix,
    before: old.get(name)?.figures ?? missingIn(before),
    after: now.get(name)?.figures ?? missingIn(after),
  }))
}

/** What grew or shrank between two results, the largest change first; by keys where bytes are unknown in one of them. */
export function compareAnalyses(before: KeptResult, after: KeptResult): Comparison {
  const by = before.head.hasBytes && after.head.hasBytes ? 'bytes' : 'keys'
  const changeOf = (row: { before: ComparedFigures | null; after: ComparedFigures | null }) =>
    Math.abs((row.after?.[by].value ?? 0) - (row.before?.[by].value ?? 0))
  const folders = foldersOf(before.content, after.content)
  return {
    before: before.head,
    after: after.head,
    types: typesOf(before.content, after.content).toSorted((a, b) => changeOf(b) - changeOf(a)),
    folders: folders.toSorted((a, b) => changeOf(b) - changeOf(a)),
    total: folders.length,
  }
}
