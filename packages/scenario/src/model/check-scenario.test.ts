import { describe, expect, it } from 'vitest'
import { checkScenario, linkScenario, LIMITS, parseScenario } from '../index.ts'
import type { Scenario } from '../index.ts'

const withSteps = (...steps: unknown[]) => ({ version: 1, name: 'x', steps })
const nested = (depth: number): unknown =>
  depth === 0 ? { do: 'leave' } : { do: 'loop', times: 1, steps: [nested(depth - 1)] }

function faultsOf(value: unknown) {
  const checked = checkScenario(value)
  return checked.ok ? [] : checked.faults.map(({ code, step, field }) => [code, step, field])
}

describe('checkScenario', () => {
  it.each([
    ['a list', [], ['not_an_object', '', '']],
    ['another version', { ...withSteps(), version: 2 }, ['wrong_version', '', 'version']],
    ['a field nobody knows', { ...withSteps(), extra: 1 }, ['unknown_field', '', 'extra']],
    ['no steps', { version: 1, name: 'x' }, ['wrong_type', '', 'steps']],
    ['a name of the language as its own', { ...withSteps(), name: '__proto__' }, ['bad_name', '', 'name']],
    ['a call of such a name', withSteps({ do: 'call', name: '__proto__' }), ['bad_name', '1', 'name']],
    ['a part of such a name', { ...withSteps(), parts: { constructor: [] } }, ['bad_name', '', 'parts']],
    ['a name with a line feed', { ...withSteps(), name: 'a\nb' }, ['wrong_type', '', 'name']],
    ['an unknown step', withSteps({ do: 'fly' }), ['unknown_step', '1', 'do']],
    ['a step named after an object', withSteps({ do: 'constructor' }), ['unknown_step', '1', 'do']],
    ['a step without a field', withSteps({ do: 'send', message: 'X' }), ['missing', '1', 'body']],
    ['a step with a foreign field', withSteps({ do: 'leave', ms: 1 }), ['unknown_field', '1', 'ms']],
    [
      'a number beyond 2^53',
      withSteps({ do: 'set', name: 'x', value: 2 ** 53 }),
      ['unsafe_number', '1', 'value'],
    ],
    [
      'a name of the language',
      withSteps({ do: 'send', message: 'X', body: JSON.parse('{"__proto__":1}') as unknown }),
      ['forbidden_name', '1', 'body'],
    ],
    [
      'a value as long as a file',
      withSteps({ do: 'set', name: 'x', value: 'x'.repeat(LIMITS.valueChars) }),
      ['too_long', '1', 'value'],
    ],
    ['a built-in name', withSteps({ do: 'set', name: 'bot', value: 1 }), ['built_in', '1', 'name']],
    ['a bad path', withSteps({ do: 'extract', name: 'a', path: '$..a' }), ['bad_path', '1', 'path']],
    [
      'a bad path in a comparison',
      withSteps({ do: 'assert', that: [{ left: '$[', is: 'exists' }] }),
      ['bad_path', '1', 'that'],
    ],
    [
      'a comparison without its right side',
      withSteps({ do: 'assert', that: [{ left: 1, is: '==' }] }),
      ['bad_test', '1', 'that'],
    ],
    ['no comparison', withSteps({ do: 'assert', that: [] }), ['bad_test', '1', 'that']],
    ['a loop for ever', withSteps({ do: 'loop', times: 1e9, steps: [] }), ['out_of_range', '1', 'times']],
    [
      'a sleep that ends before it begins',
      withSteps({ do: 'sleep', ms: 9, upToMs: 1 }),
      ['out_of_range', '1', 'upToMs'],
    ],
    [
      'ways nobody goes',
      withSteps({ do: 'random', ways: [{ weight: 0, steps: [] }] }),
      ['out_of_range', '1', 'weight'],
    ],
    [
      'a fault inside blocks',
      withSteps(
        { do: 'leave' },
        {
          do: 'branch',
          if: [{ left: 1, is: '==', right: 1 }],
          yes: [],
          no: [{ do: 'random', ways: [{ weight: 1, steps: [{ do: 'send', message: 'a b', body: {} }] }] }],
        },
      ),
      ['bad_name', '2.no.1.1.1', 'message'],
    ],
    [
      'blocks that are too deep',
      withSteps(nested(LIMITS.depth)),
      ['too_deep', Array(LIMITS.depth).fill('1').join('.'), ''],
    ],
    [
      'a part that calls itself',
      { ...withSteps({ do: 'call', name: 'a' }), parts: { a: [{ do: 'call', name: 'a' }] } },
      ['circular_call', 'a:1', 'name'],
    ],
    [
      'too many steps',
      withSteps(...Array.from({ length: LIMITS.steps + 1 }, () => ({ do: 'leave' }))),
      ['too_many_steps', '', ''],
    ],
  ])('refuses %s with its step and field', (_title, value, fault) => {
    expect(faultsOf(value)).toContainEqual(fault)
  })

  it('keeps nothing of what it was given', () => {
    const body = { a: [1] }
    const checked = checkScenario(withSteps({ do: 'send', message: 'X', body }))
    body.a.push(2)
    expect(checked).toMatchObject({ ok: true, scenario: { steps: [{ body: { a: [1] } }] } })
  })
})

describe('linkScenario', () => {
  const read = (text: string): Scenario => {
    const parsed = parseScenario(text)
    if (!parsed.ok) throw new Error(parsed.faults[0]?.message)
    return parsed.scenario
  }
  const saved: Record<string, string> = {
    login: 'scenario "login"\nvar who = "b"\nenter device "{{who}}"\ncall "greet"',
    greet: 'scenario "greet"\nsend 1002 {}',
    circle: 'scenario "circle"\ncall "circle2"',
    circle2: 'scenario "circle2"\ncall "circle"',
  }
  const find = async (name: string) => (saved[name] === undefined ? null : read(saved[name]))

  it('brings in what is called, with its variables below those of the caller', async () => {
    const linked = await linkScenario(read('scenario "a"\nvar own = 1\ncall "login"'), find)
    expect(linked).toMatchObject({ ok: true, scenario: { vars: { own: 1, who: 'b' } } })
    if (linked.ok) expect(Object.keys(linked.scenario.parts)).toEqual(['login', 'greet'])
  })

  it('names the step that calls what there is not', async () => {
    const linked = await linkScenario(read('scenario "a"\nloop 2\ncall "nothing"\nend'), find)
    expect(linked).toMatchObject({
      ok: false,
      faults: [{ code: 'unknown_part', step: '1.1', field: 'name' }],
    })
  })

  it('refuses saved scenarios that call each other for ever', async () => {
    const linked = await linkScenario(read('scenario "a"\ncall "circle"'), find)
    expect(linked).toMatchObject({ ok: false, faults: [{ code: 'circular_call' }] })
  })

  it('ends where what is found has no name a record could hold', async () => {
    let asked = 0
    const any = async (): Promise<Scenario> => {
      asked += 1
      if (asked > 3) throw new Error('asks for ever')
      return read('scenario "x"\nleave')
    }
    const caller: Scenario = { ...read('scenario "a"'), steps: [{ do: 'call', name: '__proto__' }] }
    expect(await linkScenario(caller, any)).toMatchObject({
      ok: false,
      faults: [{ code: 'bad_name', step: '1' }, { code: 'bad_name' }],
    })
    expect(asked).toBe(1)
  })

  it('stops as soon as there are too many steps, and when nobody waits any more', async () => {
    let asked = 0
    const endless = async (name: string): Promise<Scenario> => {
      asked += 1
      const steps = Array.from({ length: 500 }, () => ({ do: 'leave' as const }))
      return { ...read('scenario "x"'), steps: [...steps, { do: 'call', name: `${name}+` }] }
    }
    const caller = read('scenario "a"\ncall "b"')
    expect(await linkScenario(caller, endless)).toMatchObject({
      ok: false,
      faults: [{ code: 'too_many_steps' }],
    })
    expect(asked).toBe(4)
    await expect(linkScenario(caller, endless, AbortSignal.abort())).rejects.toThrow()
  })
})
