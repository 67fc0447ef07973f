import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import type { FlowActor, FlowEvent, FlowExecution, FlowState, FlowStatus } from './flow-state.ts'

const HASH = 'a'.repeat(64)
const base: FlowState = {
  status: 1,
  execution: 'none',
  isStopping: false,
  revision: 1,
  stage: 0,
  stages: [{ need: 1 }, { need: 1 }],
  differentPeople: true,
  votes: [],
  excluded: ['ann'],
  hash: HASH,
}
const nobody: FlowActor = {
  person: 'pat',
  voice: 'pat',
  isAuthor: false,
  isAsked: false,
  mayVeto: false,
  mayBypass: false,
}
const actors = {
  author: { ...nobody, person: 'ann', voice: 'ann', isAuthor: true },
  /** The author's second account, which holds every right. */
  authorAgain: { ...nobody, person: 'ann', voice: 'ann', isAsked: true },
  approver: { ...nobody, person: 'bob', voice: 'bob', isAsked: true },
  forAuthor: { ...nobody, person: 'bob', voice: 'ann', isAsked: true },
  vetoer: { ...nobody, person: 'vic', voice: 'vic', mayVeto: true },
  bypasser: { ...nobody, person: 'bea', voice: 'bea', mayBypass: true },
  stranger: nobody,
  console: { ...nobody, person: null, voice: null },
} satisfies Record<string, FlowActor>
type Who = keyof typeof actors

const events: Record<string, FlowEvent> = {
  submit: { kind: 'submit' },
  revise: { kind: 'revise', hash: 'b'.repeat(64) },
  withdraw: { kind: 'withdraw' },
  approve: { kind: 'approve', hash: HASH },
  reject: { kind: 'reject', hash: HASH },
  veto: { kind: 'veto', hash: HASH },
  override: { kind: 'override', hash: HASH },
  begin: { kind: 'begin', hash: HASH, isWindowOpen: true },
  stop: { kind: 'stop' },
  'end succeeded': { kind: 'end', as: 'succeeded' },
  'end cancelled': { kind: 'end', as: 'cancelled' },
  expire: { kind: 'expire' },
  'roll back': { kind: 'roll_back' },
}

/** Every state there can be, as `status/execution`. */
const STATES = [
  '0/none',
  '1/none',
  '1/expired',
  '2/none',
  '2/expired',
  '3/none',
  '4/none',
  '4/executing',
  '4/cancelled',
  '4/succeeded',
  '4/rolled_back',
  '5/none',
  '5/scheduled',
  '5/executing',
  '5/succeeded',
  '5/partly_failed',
  '5/failed',
  '5/cancelled',
  '5/expired',
  '5/rolled_back',
] as const
type State = (typeof STATES)[number]

/** The table of the design, written down apart from the function: from, event, who, to. All else is refused. */
const TABLE: readonly [from: readonly State[], event: string, who: readonly Who[], to: string][] = [
  [['0/none'], 'submit', ['author'], '1/none'],
  [['1/none'], 'approve', ['approver'], '2/none'],
  [['2/none'], 'approve', ['approver'], '5/none'],
  [['1/none', '2/none'], 'reject', ['approver'], '3/none'],
  [['1/none', '2/none', '5/none', '5/scheduled'], 'veto', ['vetoer'], '4/none'],
  [['5/executing'], 'veto', ['vetoer'], '4/executing'],
  [['1/none', '2/none'], 'withdraw', ['author'], '0/none'],
  [
    [
      '0/none',
      '1/none',
      '1/expired',
      '2/none',
      '2/expired',
      '3/none',
      '5/none',
      '5/scheduled',
      '5/failed',
      '5/cancelled',
      '5/expired',
    ],
    'revise',
    ['author'],
    '1/none',
  ],
  [['1/none', '2/none'], 'override', ['bypasser'], '5/executing'],
  [['5/none', '5/scheduled'], 'begin', ['author', 'console'], '5/executing'],
  [
    ['5/none', '5/scheduled'],
    'stop',
    ['author', 'vetoer', 'approver', 'authorAgain', 'forAuthor'],
    '5/cancelled',
  ],
  [['5/executing'], 'stop', ['author', 'vetoer', 'approver', 'authorAgain', 'forAuthor'], '5/executing'],
  [['4/executing'], 'stop', ['author', 'vetoer', 'approver', 'authorAgain', 'forAuthor'], '4/executing'],
  [['5/executing'], 'end succeeded', ['console'], '5/succeeded'],
  [['5/executing'], 'end cancelled', ['console'], '5/cancelled'],
  [['4/executing'], 'end succeeded', ['console'], '4/succeeded'],
  [['4/executing'], 'end cancelled', ['console'], '4/cancelled'],
  [['1/none'], 'expire', ['console'], '1/expired'],
  [['2/none'], 'expire', ['console'], '2/expired'],
  [['5/none', '5/scheduled'], 'expire', ['console'], '5/expired'],
  [['5/succeeded', '5/partly_failed'], 'roll back', ['console'], '5/rolled_back'],
  [['4/succeeded'], 'roll back', ['console'], '4/rolled_back'],
]

function stateOf(name: State): FlowState {
  const [status, execution] = name.split('/') as [string, FlowExecution]
  const code = Number(status) as FlowStatus
  const passed = code === 2 ? 1 : code === 5 ? 2 : 0
  const votes = [
    { person: 'cat', voice: 'cat', stage: 0 },
    { person: 'dan', voice: 'dan', stage: 1 },
  ].slice(0, passed)
  return { ...base, status: code, execution, stage: passed, votes }
}

const cells = STATES.flatMap((state) =>
  Object.keys(events).flatMap((event) =>
    (Object.keys(actors) as Who[]).map((who) => ({ state, event, who })),
  ),
)

describe('every state, event and actor', () => {
  it.each(cells)('$state, $event by $who', ({ state, event, who }) => {
    const row = TABLE.find(
      ([from, name, allowed]) => from.includes(state) && name === event && allowed.includes(who),
    )
    const answer = decide(stateOf(state), actors[who], events[event]!)
    const led = 'next' in answer ? `${answer.next.status}/${answer.next.execution}` : 'refused'
    expect(led).toBe(row?.[3] ?? 'refused')
  })
})

describe('the two-person rule', () => {
  const approveBy = (state: FlowState, person: string, voice = person) =>
    decide(state, { ...nobody, person, voice, isAsked: true }, events['approve']!)
  const next = (answer: ReturnType<typeof decide>) => {
    if ('refusal' in answer) throw new Error(answer.refusal)
    return answer.next
  }

  it('author, editors and owners of tokens do not decide, nor does anybody for them', () => {
    for (const [person, voice] of [
      ['ann', 'ann'],
      ['bob', 'ann'],
      ['ann', 'bob'],
    ] as const) {
      expect(approveBy(base, person, voice)).toEqual({ refusal: 'excluded' })
    }
  })

  it('nobody has two votes: not in a stage, not by a second account, not by another voice', () => {
    const two = { ...base, stages: [{ need: 2 }], differentPeople: false }
    const once = next(approveBy(two, 'bob'))
    expect(once.status).toBe(1)
    expect(approveBy(once, 'bob')).toEqual({ refusal: 'voted' })
    expect(approveBy(once, 'bob', 'cat')).toEqual({ refusal: 'voted' })
    expect(approveBy(once, 'cat', 'bob')).toEqual({ refusal: 'voted' })
    const forCat = next(approveBy(two, 'bob', 'cat'))
    expect(approveBy(forCat, 'bob')).toEqual({ refusal: 'voted' })
    expect(approveBy(forCat, 'cat')).toEqual({ refusal: 'voted' })
    expect(next(approveBy(once, 'cat')).status).toBe(5)
  })

  it('one person passes two stages only where the policy lets them', () => {
    const first = next(approveBy(base, 'bob'))
    expect([first.status, first.stage]).toEqual([2, 1])
    expect(approveBy(first, 'bob')).toEqual({ refusal: 'voted' })
    expect(next(approveBy({ ...first, differentPeople: false }, 'bob')).status).toBe(5)
  })

  it('a vote is for a hash; a change clears all votes', () => {
    expect(decide(base, actors.approver, { kind: 'approve', hash: 'b'.repeat(64) })).toEqual({
      refusal: 'other_hash',
    })
    const first = next(approveBy(base, 'bob'))
    const revised = next(decide(first, actors.author, events['revise']!))
    expect(revised).toMatchObject({ revision: 2, stage: 0, votes: [], hash: 'b'.repeat(64), status: 1 })
  })

  it('an execution waits for its window', () => {
    const approved = { ...base, status: 5 as const, stage: 2 }
    const closed = decide(approved, actors.author, { kind: 'begin', hash: HASH, isWindowOpen: false })
    expect(closed).toEqual({ refusal: 'window_closed' })
  })

  it('a stop is asked for once', () => {
    const running = { ...base, status: 5 as const, execution: 'executing' as const }
    const stopping = next(decide(running, actors.author, events['stop']!))
    expect(stopping.isStopping).toBe(true)
    expect(decide(stopping, actors.author, events['stop']!)).toEqual({ refusal: 'wrong_state' })
  })
})
