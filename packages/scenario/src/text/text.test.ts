import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkScenario, parseScenario, printScenario } from '../index.ts'
import type { Json, Scenario, Step, Test } from '../index.ts'

const name = fc.stringMatching(/^[a-z_][A-Za-z0-9_]{0,8}x$/)
const line = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text))
// Refused as names, and tried first by the generator of texts.
const called = line.filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text))
const json = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  .filter((value) => checkScenario(holding(value)).ok)
const operand: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    '$',
    '$.items[0].id',
    '$["a b"].c',
    '{{bot}}',
    '$$x',
    'a and b',
    3,
    null,
    '9007199254740993',
  ),
  json.filter((value) => typeof value !== 'string' || !value.startsWith('$')),
)
const test: fc.Arbitrary<Test> = fc.oneof(
  fc.record({ left: operand, is: fc.constantFrom('exists' as const, 'missing' as const) }),
  fc.record({
    left: operand,
    is: fc.constantFrom('==' as const, '!=' as const, '<' as const, '>=' as const, 'contains' as const),
    right: operand,
  }),
)
const tests = fc.array(test, { minLength: 1, maxLength: 3 })
const message = fc.constantFrom('1401', 'BagList', 'lantern.BagListReq')
const timeoutMs = fc.integer({ min: 1, max: 600_000 })
const some = { requiredKeys: ['do'] as never }

function holding(value: Json) {
  return { version: 1, name: '', steps: [{ do: 'set', name: 'x', value }] }
}

const plain: fc.Arbitrary<Step> = fc.oneof(
  fc.record(
    { do: fc.constant('enter' as const), deviceId: fc.constant('bot-{{bot}}'), ver: line, timeoutMs },
    some,
  ),
  fc.record(
    {
      do: fc.constant('send' as const),
      message,
      body: json,
      timeoutMs,
      status: fc.oneof(fc.constant('any' as const), fc.nat(255)),
    },
    { requiredKeys: ['do', 'message', 'body'] },
  ),
  fc.record(
    { do: fc.constant('wait' as const), message, where: tests, timeoutMs },
    { requiredKeys: ['do', 'message'] },
  ),
  fc.record(
    { do: fc.constant('assert' as const), that: tests, text: line },
    { requiredKeys: ['do', 'that'] },
  ),
  fc.record({ do: fc.constant('set' as const), name, value: json }),
  fc.record({ do: fc.constant('extract' as const), name, path: fc.constantFrom('$', '$.a[-1]', '$["a b"]') }),
  fc
    .tuple(fc.nat(1000), fc.nat(1000))
    .map(([a, b]): Step => ({ do: 'sleep', ms: Math.min(a, b), upToMs: Math.max(a, b) })),
  fc.record({ do: fc.constant('call' as const), name: fc.constant('elsewhere "x"') }),
  fc.constant<Step>({ do: 'leave' }),
  fc.record({ do: fc.constant('note' as const), text: line.map((text) => text.trim()) }),
)
const { step } = fc.letrec<{ step: Step }>((tie) => {
  const steps = fc.array(tie('step') as fc.Arbitrary<Step>, { maxLength: 3 })
  const nested: fc.Arbitrary<Step> = fc.oneof(
    fc.record(
      {
        do: fc.constant('loop' as const),
        times: fc.constantFrom<string | number>(3, '{{n}}'),
        while: tests,
        steps,
      },
      { requiredKeys: ['do', 'times', 'steps'] },
    ),
    fc.record({ do: fc.constant('branch' as const), if: tests, yes: steps, no: steps }),
    fc
      .array(fc.record({ weight: fc.integer({ min: 1, max: 9 }), steps }), { minLength: 1, maxLength: 3 })
      .map((ways): Step => ({ do: 'random', ways })),
  )
  return { step: fc.oneof({ maxDepth: 3, depthSize: 'small' }, plain, nested) }
})
const scenario: fc.Arbitrary<Scenario> = fc.record({
  version: fc.constant(1 as const),
  name: called,
  vars: fc.dictionary(name, json, { maxKeys: 3, noNullPrototype: true }),
  steps: fc.array(step, { maxLength: 5 }),
  parts: fc.dictionary(
    called.filter((part) => part !== '' && !part.startsWith('elsewhere')),
    fc.array(plain, { maxLength: 2 }),
    { maxKeys: 2, noNullPrototype: true },
  ),
})

describe('text form', () => {
  it('read again it is the same scenario', () => {
    fc.assert(
      fc.property(scenario, (given) => {
        const checked = checkScenario(given)
        expect(checked).toEqual({ ok: true, scenario: given })
        expect(parseScenario(printScenario(given))).toEqual({ ok: true, scenario: given })
      }),
      { numRuns: 150 },
    )
  })

  it('any text is a scenario or a fault with its line, never an exception', () => {
    const word = fc.constantFrom(
      'send',
      'loop',
      '3',
      'end',
      '{',
      '}',
      '"',
      'branch',
      '$.a',
      '==',
      'random',
      'way',
      '\n',
      '\n',
      'part',
      '#',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 5 })), { maxLength: 30 }), (words) => {
        const read = parseScenario(words.join(' '))
        if (!read.ok) expect(read.faults[0]?.message).not.toBe('')
      }),
      { numRuns: 300 },
    )
  })

  it('a body may go over several lines', () => {
    const read = parseScenario(
      'scenario "a"\nsend BagList {\n  "x": "}",\n  "y": [1,\n 2]\n} timeout 500\nleave',
    )
    expect(read).toMatchObject({
      ok: true,
      scenario: { steps: [{ do: 'send', body: { x: '}', y: [1, 2] }, timeoutMs: 500 }, { do: 'leave' }] },
    })
  })

  it.each([
    ['send', 1, 'a message is missing'],
    ['\nsendd X', 2, 'there is no step sendd'],
    ['send X {"a":1', 1, 'no closing bracket'],
    ['assert $.a = 1', 1, '= is no comparison'],
    ['loop 3\nleave', 2, 'end is missing'],
    ['random\nleave\nend', 2, 'did not expect leave'],
    ['send X {} timeout 1 timeout 2', 1, 'did not expect timeout'],
    ['var a = 1\nvar a = 2', 2, 'stands twice'],
    ['part login\nend', 1, 'a value is no JSON'],
    ['sleep 5..', 1, 'takes milliseconds'],
    [`${'loop 1\n'.repeat(20_000)}`, 20_001, ''],
  ])('%j is refused at line %i', (text, at, message) => {
    const read = parseScenario(text)
    if (read.ok) throw new Error('was read')
    expect(read.faults[0]!.message).toContain(message)
    if (message !== '') expect(read.faults[0]!.line).toBe(at)
  })
})
