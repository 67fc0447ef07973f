import { redeeming, startCodeRush } from '@qd/app-server/testing'
import type { BatchDraft } from '@qd/redemption-codes/contract'
import type { Dialect } from '@qd/store'
import type { Result, Row, Verdict } from './tools/result.ts'

const CONNECTIONS = 200
const ROUNDS = 3
/** SQLite belongs to one console; two share a PostgreSQL. */
const NODES: Readonly<Record<Dialect, number>> = { sqlite: 1, postgres: 2 }
const USED_UP = 6002
const ALREADY_YOURS = 6006

interface Kind {
  who: string
  draft: (round: number) => Partial<BatchDraft>
  /** Uses there are for all who ask. */
  most: number
  /** One player on all connections. */
  isOnePlayer: boolean
}

const universal = (word: string, part: Partial<BatchDraft>): Kind['draft'] => {
  return (round) => ({ kind: 'universal', word: `${word}-${String(round)}`, ...part })
}
const KINDS: readonly Kind[] = [
  { who: 'a code for one use', draft: () => ({ kind: 'once' }), most: 1, isOnePlayer: false },
  {
    who: 'a code for three uses',
    draft: () => ({ kind: 'times', perCode: 3 }),
    most: 3,
    isOnePlayer: false,
  },
  {
    who: 'a code with a total of 50',
    draft: universal('RUSH-TOTAL', { total: 50 }),
    most: 50,
    isOnePlayer: false,
  },
  {
    who: 'a code with four for each player',
    draft: universal('RUSH-MINE', { perPlayerCode: 4 }),
    most: 4,
    isOnePlayer: true,
  },
]
const uIdOf = (at: number) => String(30_123_000_100 + at)

async function measureOn(dialect: Dialect): Promise<{ rows: Row[]; wrong: number; unanswered: number }> {
  const rounds = KINDS.flatMap((kind) => Array.from({ length: ROUNDS }, (_, round) => ({ kind, round })))
  const name = ({ kind, round }: (typeof rounds)[number]) => `${kind.who} ${String(round)}`
  const parts = Object.fromEntries(rounds.map((each) => [name(each), each.kind.draft(each.round)]))
  const world = await startCodeRush(dialect, NODES[dialect], parts)
  const rows = new Map(
    KINDS.map(({ who }): [string, Row] => [who, { who: `${who}, ${dialect}`, unit: 'ms', rounds: [] }]),
  )
  let wrong = 0
  let unanswered = 0
  try {
    for (const each of rounds) {
      const { who, most, isOnePlayer } = each.kind
      const batch = world.batches[name(each)]!
      const calls = Array.from({ length: CONNECTIONS }, (_, at) =>
        redeeming(batch.code, uIdOf(isOnePlayer ? 0 : at), at),
      )
      const answers = await world.rush(calls)
      const held = new Set(answers.flatMap(({ data }) => data.reservation ?? []))
      const refusal = isOnePlayer ? ALREADY_YOURS : USED_UP
      const refused = answers.filter(({ data }) => data.refused === refusal).length
      const { redeemed } = await world.funnelOf(batch)
      wrong += Math.abs(held.size - most) + Math.abs(redeemed - most)
      unanswered += CONNECTIONS - held.size - refused
      rows.get(who)!.rounds.push(Math.max(...answers.map(({ ms }) => ms)))
    }
  } finally {
    await world.stop()
  }
  return { rows: [...rows.values()], wrong, unanswered }
}

/** Redemptions of a code that are let go at the same moment on 200 open connections, until the last is answered. */
export async function measure(): Promise<Result> {
  const rows: Row[] = []
  const verdicts: Verdict[] = []
  for (const dialect of ['sqlite', 'postgres'] as const) {
    const measured = await measureOn(dialect)
    rows.push(...measured.rows)
    verdicts.push(
      { what: `uses too many or too few, ${dialect}`, figure: measured.wrong, unit: '', goal: '<= 0' },
      {
        what: `neither given nor refused as documented, ${dialect}`,
        figure: measured.unanswered,
        unit: '',
        goal: '<= 0',
      },
    )
  }
  return {
    rows,
    verdicts,
    notes: ['The time until the last of 200 is answered. PostgreSQL has two consoles, 100 connections each.'],
  }
}
