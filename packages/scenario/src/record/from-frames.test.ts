import { describe, expect, it } from 'vitest'
import { checkScenario, fromFrames, parseScenario, printScenario } from '../index.ts'
import type { Json, RecordedFrame } from '../index.ts'

let seq = 0
let atMs = 0

function exchange(cmd: number, sent: Json, came: Json, status = 0): RecordedFrame[] {
  seq += 1
  atMs += 100
  const both = { cmd, seq, status: 0, atMs, message: `M${cmd}` }
  return [
    { ...both, direction: 'request', body: sent },
    { ...both, direction: 'reply', status, body: came, atMs: atMs + 5 },
  ]
}

const frames = [
  ...exchange(1001, { hash: 'secret', deviceId: 'd' }, { userId: '30123000045', token: 'abcdef' }),
  ...exchange(
    1401,
    { uId: '30123000045' },
    {
      items: [
        { itemId: 10_060, count: 3 },
        { itemId: 12, count: 1 },
      ],
    },
  ),
  ...exchange(1002, {}, {}),
  ...exchange(1402, { itemId: 10_060, count: 3, token: 'abcdef', note: '{{x}}' }, { code: 9 }, 1),
]
const options = { name: 'recorded', enterCmd: 1001, leaveOut: [1002] }

describe('fromFrames', () => {
  it('makes steps of requests, and variables of ids and tokens that came before', () => {
    const { scenario, proposals } = fromFrames(frames, options)
    expect(printScenario(scenario)).toBe(
      [
        'scenario "recorded"',
        '',
        'enter',
        'extract userId = $.userId',
        'extract token = $.token',
        '# M1401',
        'send 1401 {"uId":"{{userId}}"}',
        'extract itemId = $.items[0].itemId',
        '# M1402',
        'send 1402 {"itemId":"{{itemId}}","count":3,"token":"{{token}}","note":"{ {x}}"} status 1',
        '',
      ].join('\n'),
    )
    expect(proposals.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['userId', '30123000045'],
        ['token', 'abcdef'],
        ['itemId', 10_060],
      ]),
    )
    expect(checkScenario(scenario).ok).toBe(true)
    expect(printScenario(scenario)).not.toContain('secret')
  })

  it('enters first where the recording began after Enter', () => {
    const rest = frames.slice(2)
    const first = (enterCmd?: number) =>
      fromFrames(rest, { name: 'x', ...(enterCmd === undefined ? {} : { enterCmd }) }).scenario.steps[0]
    expect(first(1001)).toEqual({ do: 'enter' })
    expect(first()).toMatchObject({ do: 'note' })
  })

  it('takes only the proposals that were kept', () => {
    const { scenario } = fromFrames(frames, options, [])
    expect(printScenario(scenario)).toContain('"uId":"30123000045"')
    expect(printScenario(scenario)).not.toContain('extract')
  })

  it('keeps the pauses where they are wanted', () => {
    const { scenario } = fromFrames(frames, { ...options, pace: 'as_recorded' })
    expect(scenario.steps.filter((step) => step.do === 'sleep')).toEqual([
      { do: 'sleep', ms: 100 },
      { do: 'sleep', ms: 200 },
    ])
  })

  it('survives bodies that could not be read and replies that never came', () => {
    const [request] = exchange(1, null, null)
    const { scenario } = fromFrames([request!, { ...request!, seq: 99, body: {} }], { name: 'x' })
    expect(parseScenario(printScenario(scenario)).ok).toBe(true)
    expect(scenario.steps.filter((step) => step.do === 'send')).toHaveLength(2)
  })
})
