import { hash } from 'node:crypto'
import type { PreviewBlock, Words } from '@qd/contract-kit'
import type { ApprovalFacts } from '@qd/server-kit'
import type { Runnable } from './runnable.ts'

const MOST_SAMPLED = 20
const MOST_CHARS = 200

/** Values of the parameters; what is sensitive is there, and not told. */
function paramsOf(
  { parameters }: Runnable,
  params: Record<string, unknown>,
): { label: Words; value: Words }[] {
  return parameters.flatMap(({ fieldName, name, sensitive }) => {
    const value = params[fieldName]
    if (value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [{ label: name || fieldName, value: sensitive === true ? '••••' : text.slice(0, MOST_CHARS) }]
  })
}

interface FunctionRun {
  params: Record<string, unknown>
  /** uIds; null: on the server. */
  players: readonly string[] | null
  /** Null: nobody can say. */
  worth: string | null
  more?: { label: Words; value: Words }[]
  hint?: string
}

/** What somebody is asked to approve of a run of a function. */
export function functionFacts(runnable: Runnable, run: FunctionRun): ApprovalFacts {
  const { ref, risk, name } = runnable
  const { params, players, worth, more = [], hint } = run
  const sample: PreviewBlock[] =
    players === null
      ? []
      : [
          {
            kind: 'sample',
            columns: ['uId'],
            rows: players.slice(0, MOST_SAMPLED).map((uId) => [uId]),
            total: players.length,
          },
        ]
  return {
    title: name,
    risk,
    value: { rows: players?.length ?? 1, worth },
    objects: [`function:${ref.source}:${ref.id}`],
    bases: [{ key: 'function', label: name, version: ref.version }],
    preview: [
      {
        kind: 'facts',
        rows: [
          { label: { key: 'function.schedule.version' }, value: ref.version },
          ...paramsOf(runnable, params),
          ...more,
        ],
      },
      ...sample,
    ],
    ...(players === null ? {} : { about: hash('sha256', players.join('\n'), 'hex') }),
    ...(hint === undefined ? {} : { hint }),
  }
}
