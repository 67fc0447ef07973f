import { hash } from 'node:crypto'
import type { Effects, PreviewBlock, Words, Worth } from '@qd/contract-kit'
import { objectKey } from '@qd/server-kit'
import type { ApprovalFacts, CatalogueServer, ObjectKey } from '@qd/server-kit'
import type { Runnable } from './runnable.ts'
import { effectsOfRun } from './worth-of-run.ts'

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

/** A command of the server may reach players whom no list names. */
const reachesMore = ({ known, isComplete }: Effects, players: FunctionRun['players']): boolean =>
  players === null && (!isComplete || known.includes('many'))

const digestOf = (players: readonly string[]) => hash('sha256', players.join('\n'), 'hex')

/** One player is named; those of a list are found in it. */
function playersOf(game: string, players: FunctionRun['players']): ObjectKey[] {
  if (players === null) return []
  const [first, ...others] = players
  if (first !== undefined && others.length === 0) return [objectKey('player', game, first)]
  return [objectKey('players', game, digestOf(players))]
}

interface FunctionRun {
  /** Where it runs. */
  at: Pick<CatalogueServer, 'game' | 'lineId'>
  params: Record<string, unknown>
  /** uIds; null: on the server. */
  players: readonly string[] | null
  worth: Worth
  more?: { label: Words; value: Words }[]
  hint?: string
}

/** What somebody is asked to approve of a run of a function. */
export function functionFacts(runnable: Runnable, run: FunctionRun): ApprovalFacts {
  const { ref, risk, name } = runnable
  const { at, params, players, worth, more = [], hint } = run
  const effects = effectsOfRun(runnable, players)
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
    value: { rows: players?.length ?? 1, hasMoreRows: reachesMore(effects, players), worth },
    effects,
    objects: [objectKey('function', at.lineId, ref.source, ref.id), ...playersOf(at.game, players)],
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
    ...(players === null ? {} : { about: digestOf(players) }),
    ...(hint === undefined ? {} : { hint }),
  }
}
