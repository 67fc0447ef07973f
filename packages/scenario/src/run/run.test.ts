import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileScenario, createRun, parseScenario } from '../index.ts'
import type { Json, Run, RunAction, RunEvent, RunFailure, RunVars } from '../index.ts'

const NAMES: Record<string, number> = { BagList: 1401, UseItem: 1402, Sync: 1100, EnterReq: 1001 }
const commandOf = (name: string) => NAMES[name] ?? (/^\d+$/.test(name) ? Number(name) : null)

function runOf(text: string, vars: Partial<RunVars> = {}): Run {
  const parsed = parseScenario(text)
  if (!parsed.ok) throw new Error(parsed.faults[0]?.message)
  const compiled = compileScenario(parsed.scenario, commandOf)
  if (!compiled.ok) throw new Error(compiled.faults[0]?.message)
  return createRun(compiled.program, { bot: 7, pass: 1, seed: 5, ...vars })
}

const reply = (body: Json = {}, status = 0): RunEvent => ({ kind: 'reply', status, read: () => body })
const push = (cmd: number, body: Json = {}): RunEvent => ({ kind: 'push', cmd, status: 0, read: () => body })

/** What a run sends when every command is answered by `answer`, and its end. */
function play(run: Run, answer: (action: RunAction) => RunEvent = () => reply(), mostSteps = 100_000) {
  const sent: RunAction[] = []
  let failure: RunFailure | null | undefined
  let [nowMs, event]: [number, RunEvent] = [1_000, { kind: 'start' }]
  for (let count = 0; count < mostSteps && failure === undefined; count += 1) {
    const actions = run.next(event, nowMs)
    sent.push(...actions.filter((each) => each.do !== 'done'))
    const last = actions.at(-1)
    if (last?.do === 'done') failure = last.failure
    else if (last?.do === 'send' || last?.do === 'enter') {
      event = answer(last)
      nowMs += 1
    } else {
      event = { kind: 'time' }
      nowMs = Math.max(nowMs, run.wakeAtMs)
    }
  }
  return { sent, failure, nowMs }
}

describe('a run', () => {
  it('enters, sends and reads', () => {
    const run = runOf(
      'enter ver "{{v}}"\nsend BagList\nextract id = $.items[-1].id\nset n = 2\nsend UseItem {"id":"{{id}}","text":"{{id}} x {{n}}"}',
      { env: { v: '1.2' } },
    )
    const big = '9007199254740993'
    const { sent, failure } = play(run, () => reply({ items: [{ id: '1' }, { id: big }] }))
    expect(failure).toBeNull()
    expect(sent).toMatchObject([
      { do: 'enter', deviceId: 'bot-7', ver: '1.2' },
      { do: 'send', cmd: 1401, body: {} },
      { do: 'send', cmd: 1402, body: { id: big, text: `${big} x 2` } },
    ])
  })

  it('reads a body only where a step looks at it', () => {
    const read = (text: string) => {
      let reads = 0
      play(runOf(text), () => ({ kind: 'reply', status: 0, read: () => (reads++, { a: 1 }) }))
      return reads
    }
    expect(read('send BagList\nsend BagList')).toBe(0)
    expect(read('send BagList\nset x = 1\nloop 1\nassert $.a == 1\nend\nsend BagList')).toBe(1)
    expect(read('loop 3\nsend BagList\nend\nassert $.a == 1')).toBe(3)
    expect(read('call "p"\nassert $.a == 1\npart "p"\nsend BagList\nend')).toBe(1)
  })

  it.each([
    ['loop 3\nsend BagList {"r":"{{round}}"}\nend', [1, 2, 3]],
    ['set n = 2\nloop {{n}}\nsend BagList {"r":"{{round}}"}\nend', [1, 2]],
    ['loop 0\nsend BagList {"r":1}\nend', []],
    ['set n = 0\nloop 9 while {{n}} < 1\nsend BagList {"r":"{{n}}"}\nset n = 1\nend', [0]],
    ['loop 2\nloop 2\nsend BagList {"r":"{{round}}"}\nend\nend', [1, 2, 1, 2]],
    ['branch "10" > 9\nsend BagList {"r":"yes"}\nelse\nsend BagList {"r":"no"}\nend', ['yes']],
    ['branch 1 == 2 and 1 == 1\nsend BagList {"r":"yes"}\nelse\nsend BagList {"r":"no"}\nend', ['no']],
    ['call "p"\ncall "p"\npart "p"\nsend BagList {"r":1}\nend', [1, 1]],
    ['random\nway 0\nsend BagList {"r":1}\nway 5\nsend BagList {"r":2}\nend', [2]],
  ])('%j sends %j', (text, wanted) => {
    const { sent, failure } = play(runOf(text))
    expect(failure).toBeNull()
    expect(sent.map((each) => (each.do === 'send' ? (each.body as { r: Json }).r : null))).toEqual(wanted)
  })

  it.each([
    ['sleep 10\nsend BagList', 'lost'],
    ['sleep 10\nwait 1100', 'lost'],
    ['sleep 10\nleave\nsend BagList', undefined],
    ['sleep 10\nset n = 1', undefined],
  ])('a connection lost while it sleeps in %j ends it with %s', (text, code) => {
    const run = runOf(`enter\n${text}`)
    run.next({ kind: 'start' }, 0)
    run.next(reply(), 1)
    expect(run.next({ kind: 'lost', why: '1006' }, 2)).toEqual([])
    const last = run.next({ kind: 'time' }, 20).at(-1)
    if (code === undefined) expect(last).not.toMatchObject({ failure: { code: 'lost' } })
    else expect(last).toEqual({ do: 'done', failure: { code, step: '3', text: '1006' } })
  })

  it('goes its ways as often as they weigh', () => {
    const { sent } = play(
      runOf('loop 4000\nrandom\nway 3\nsend BagList {}\nway 1\nsend UseItem {}\nend\nend'),
    )
    const share = sent.filter((each) => each.do === 'send' && each.cmd === 1401).length / sent.length
    expect(share).toBeGreaterThan(0.7)
    expect(share).toBeLessThan(0.8)
  })

  it.each<[string, RunEvent, Partial<RunFailure>]>([
    ['send BagList', reply({ code: 3002 }, 3), { code: 'status', step: '1', text: '3/3002' }],
    [
      'send BagList',
      {
        kind: 'reply',
        status: 3,
        read: () => {
          throw new Error('cut')
        },
      },
      { code: 'status', text: '3' },
    ],
    ['send BagList status 3', reply(), { code: 'status', text: '0' }],
    [
      'send BagList\nassert $.a >= 3 else "too few"',
      reply({ a: '2' }),
      { code: 'assert', step: '2', text: 'too few: $.a >= 3' },
    ],
    ['send BagList\nassert $.b == 3', reply({ a: 2 }), { code: 'assert' }],
    ['send BagList\nextract a = $.b', reply({}), { code: 'no_value', step: '2', text: '$.b' }],
    [
      'send BagList\nassert $.a == 1',
      {
        kind: 'reply',
        status: 0,
        read: () => {
          throw new Error('cut at 3')
        },
      },
      { code: 'unreadable', step: '1', text: 'cut at 3' },
    ],
    ['send BagList', { kind: 'lost', why: 'closed 1006' }, { code: 'lost', text: 'closed 1006' }],
    ['send BagList', { kind: 'refused', why: 'id is no number' }, { code: 'refused' }],
    ['send BagList {"a":"{{nobody}}"}', reply(), { code: 'unknown_variable', step: '1', text: 'nobody' }],
    ['loop {{n}}\nend', reply(), { code: 'unknown_variable', step: '1' }],
    ['set n = "x"\nloop {{n}}\nend', reply(), { code: 'not_a_number' }],
    [
      'set a = "aaaaaaaaaaaaaaaa"\nloop 99\nset a = "{{a}}{{a}}"\nend',
      reply(),
      { code: 'too_large', step: '2.1' },
    ],
    ['loop 1000000\nset a = 1\nend', reply(), { code: 'too_many_steps', step: '1' }],
  ])('%j fails where it fails', (text, answer, wanted) => {
    expect(play(runOf(text), () => answer).failure).toMatchObject(wanted)
  })

  it('accepts the status it wants', () => {
    expect(play(runOf('send BagList status 3'), () => reply({}, 3)).failure).toBeNull()
    expect(play(runOf('send BagList status any'), () => reply({}, 9)).failure).toBeNull()
  })

  it('gives up a reply that does not come', () => {
    const run = runOf('send BagList {} timeout 500')
    run.next({ kind: 'start' }, 1_000)
    expect(run.wakeAtMs).toBe(1_500)
    expect(run.next({ kind: 'time' }, 1_499)).toEqual([])
    expect(run.next({ kind: 'time' }, 1_500)).toMatchObject([
      { do: 'done', failure: { code: 'timeout', text: '500 ms' } },
    ])
    expect(run.next(reply(), 1_501)).toEqual([])
  })

  it('hands over after many steps, so that others come to their turn', () => {
    const run = runOf('loop 100000\nset a = 1\nend')
    expect(run.next({ kind: 'start' }, 5)).toEqual([])
    expect(run.wakeAtMs).toBe(5)
    expect(run.isEnded).toBe(false)
  })

  it('waits for the push it means, also one that came before the reply', () => {
    const run = runOf('send BagList\nwait Sync where $.n > 1 timeout 100\nassert $.n == 5')
    run.next({ kind: 'start' }, 0)
    expect(run.next(push(1100, { n: 5 }), 1)).toEqual([])
    expect(run.next(reply(), 2)).toEqual([{ do: 'done', failure: null }])
    const late = runOf('send BagList\nwait Sync where $.n > 1 timeout 100\nassert $.n == 5')
    late.next({ kind: 'start' }, 0)
    late.next(reply(), 1)
    expect(late.next(push(1100, { n: 1 }), 2)).toEqual([])
    expect(late.wakeAtMs).toBe(101)
    expect(late.next(push(1100, { n: 5 }), 3)).toEqual([{ do: 'done', failure: null }])
  })

  it('counts from when a step was meant to happen', () => {
    const run = runOf('send BagList\nsleep 100\nsend BagList')
    expect(run.next({ kind: 'start' }, 1_000, 400)).toMatchObject([{ dueMs: 400 }])
    run.next(reply(), 1_010)
    expect(run.wakeAtMs).toBe(1_110)
    expect(run.next({ kind: 'time' }, 1_180)).toMatchObject([{ do: 'send', dueMs: 1_110 }])
  })

  it('whatever happens in whatever order, it never throws and ends once', () => {
    const text =
      'enter\nsend BagList\nwait Sync timeout 50\nloop 2\nbranch $.a == 1\nsend UseItem {"a":"{{random}}"}\nend\nsleep 1..9\nend'
    const event = fc.oneof(
      fc.constantFrom<RunEvent>(
        reply(),
        reply({ a: 1 }),
        reply({}, 1),
        push(1100),
        push(7),
        { kind: 'time' },
        { kind: 'start' },
      ),
      fc.constant<RunEvent>({ kind: 'lost', why: 'x' }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(60))), (events) => {
        const run = runOf(text)
        let nowMs = 0
        let ends = 0
        for (const [each, ms] of events) {
          nowMs += ms
          ends += run.next(each, nowMs).filter((action) => action.do === 'done').length
        }
        expect(ends).toBeLessThanOrEqual(1)
        expect(ends === 1).toBe(run.isEnded)
      }),
      { numRuns: 200 },
    )
  })

  it('names commands and parts there are not', () => {
    const parsed = parseScenario('loop 1\nsend Nothing\nend\ncall "gone"')
    if (!parsed.ok) throw new Error('not read')
    expect(compileScenario(parsed.scenario, commandOf)).toMatchObject({
      ok: false,
      faults: [
        { code: 'unknown_message', step: '1.1', field: 'message' },
        { code: 'unknown_part', step: '2', field: 'name' },
      ],
    })
  })

  it('has no functions of its own: thousands of runs share those of the class', () => {
    const own = Object.values(runOf('send BagList')).filter((value) => typeof value === 'function')
    expect(own).toEqual([])
  })
})
