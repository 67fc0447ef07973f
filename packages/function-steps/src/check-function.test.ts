import { parseProtocol } from '@qd/protocol-model'
import { describe, expect, it } from 'vitest'
import { checkFunction, readParams } from './index.ts'
import type { World } from './index.ts'

const int = (fieldName: string, rest: object = {}) => ({
  name: fieldName,
  fieldName,
  type: 'int',
  comment: '',
  ...rest,
})
const text = (fieldName: string) => ({ ...int(fieldName), type: 'string' })
const info = (name: string, netKey: string, key: string, fields: object[]) => ({
  name,
  netKey,
  key,
  comment: '',
  fields,
  names: {},
})
const parsed = parseProtocol({
  diffInfos: {
    Role: info('Role', 'role', '', [
      int('level', { min: 1, max: 100 }),
      text('name'),
      { ...int('rate'), type: 'float' },
    ]),
    Bag: info('Bag', 'bag', 'itemId', [int('itemId'), int('count')]),
    Tag: info('Tag', '', '', [int('id')]),
    Ship: info('Ship', 'ship', '', [{ ...int('tags'), type: 'array', itemType: 'Tag' }]),
  },
  protocols: [],
})
if (!parsed.ok) throw new Error(parsed.reason)
const world: World = {
  protocol: parsed.protocol,
  commands: [
    { name: 'heal', target: 'player', parameters: [int('by', { max: 5 })] },
    { name: 'count', target: 'none', parameters: [] },
  ],
  messages: new Set(['Train']),
}
const level = int('level', { max: 100 })
const read = { kind: 'read', as: 'now', diff: 'Role', path: ['level'] }
const patch = (value: unknown, rest: object = {}) => ({
  kind: 'patch',
  changes: [{ diff: 'Role', path: ['level'], op: 'set', value, ...rest }],
})

function faultsOf(
  steps: unknown,
  rest: { parameters?: unknown[]; target?: 'none' | 'player' } = {},
): string[] {
  const input = { target: rest.target ?? 'player', parameters: rest.parameters ?? [level], steps } as const
  return checkFunction(input, world).map(({ path, code }) => `${path} ${code}`)
}

describe('a function that is saved', () => {
  it('takes what can run', () => {
    expect(
      faultsOf([
        { ...read, stopIf: { left: { $: 'read.now' }, op: 'ge', right: { $: 'param.level' } } },
        patch({ $min: [{ $add: [{ $: 'read.now' }, 1] }, { $: 'param.level' }] }),
        {
          kind: 'patch',
          changes: [
            { diff: 'Bag', key: '7', path: [], op: 'add', value: { itemId: 7, count: { $: 'param.level' } } },
          ],
        },
        {
          kind: 'patch',
          changes: [{ diff: 'Ship', path: ['tags', { $: 'param.level' }], op: 'add', value: { id: 1 } }],
        },
        { kind: 'message', cmd: 'Train', account: 'x', body: { times: 1 }, as: 'trained' },
        { kind: 'command', name: 'heal', params: { by: { $: 'read.trained.level' } } },
      ]),
    ).toEqual([])
  })

  it.each<[string, unknown, string]>([
    ['an unknown parameter', [patch({ $: 'param.gone' })], 'steps.0.changes.0.value.$ reference_unknown'],
    ['a name of a later step', [patch({ $: 'read.now' }), read], 'steps.0.changes.0.value.$ reference_later'],
    ['a name of its own', [{ ...read, path: [{ $: 'read.now' }] }], 'steps.0.path.0 path_unknown'],
    ['a name twice', [read, read], 'steps.1.as name_twice'],
    ['a text for a number', [patch({ $concat: ['a', 'b'] })], 'steps.0.changes.0.value type_wrong'],
    [
      'a float for a whole number',
      [patch({ $mul: [{ $: 'param.level' }, 0.5] })],
      'steps.0.changes.0.value type_wrong',
    ],
    ['a constant out of range', [patch(101)], 'steps.0.changes.0.value value_wrong'],
    ['an unknown field', [patch(1, { path: ['gone'] })], 'steps.0.changes.0.path.0 path_unknown'],
    ['an unknown module', [patch(1, { diff: 'Gone' })], 'steps.0.changes.0.diff diff_unknown'],
    ['a type that is no module', [patch(1, { diff: 'Tag' })], 'steps.0.changes.0.diff diff_unknown'],
    ['a missing key', [patch(1, { diff: 'Bag', path: ['count'] })], 'steps.0.changes.0.key key_required'],
    ['a key too many', [patch(1, { key: '1' })], 'steps.0.changes.0.key key_not_allowed'],
    ['an add of a field', [patch(1, { op: 'add' })], 'steps.0.changes.0.op op_wrong'],
    ['a value left out', [patch(undefined)], 'steps.0.changes.0.value parameter_required'],
    [
      'a part of a row that is not there',
      [patch({ itemId: 1, gone: { $: 'param.level' } }, { diff: 'Bag', key: '1', path: [], op: 'add' })],
      'steps.0.changes.0.value.gone path_unknown',
    ],
    ['an unknown command', [{ kind: 'command', name: 'gone', params: {} }], 'steps.0.name command_unknown'],
    [
      'a parameter a command lacks',
      [{ kind: 'command', name: 'heal', params: {} }],
      'steps.0.params.by parameter_required',
    ],
    [
      'a parameter a command does not have',
      [{ kind: 'command', name: 'count', params: { x: 1 } }],
      'steps.0.params.x reference_unknown',
    ],
    [
      'a command`s range',
      [{ kind: 'command', name: 'heal', params: { by: 9 } }],
      'steps.0.params.by value_wrong',
    ],
    [
      'an unknown message',
      [{ kind: 'message', cmd: 'Gone', account: 'x', body: {} }],
      'steps.0.cmd message_unknown',
    ],
    ['a comparison of nothing', [{ ...read, when: { left: 1 } }], 'steps.0.when condition_wrong'],
    ['an unknown kind', [{ kind: 'script', code: '1' }], 'steps.0.kind step_wrong'],
    ['a field no step has', [{ ...read, script: '1' }], 'steps.0.script step_wrong'],
    ['a name that reaches prototypes', [{ ...read, as: '__proto__' }], 'steps.0.as name_wrong'],
    ['no step at all', [], 'steps steps_empty'],
    ['too many steps', Array.from({ length: 51 }, () => read), 'steps too_large'],
    ['steps without end', [patch(JSON.parse('['.repeat(60) + ']'.repeat(60)))], 'steps too_large'],
    ['a forbidden key', JSON.parse('[{"kind":"patch","changes":[{"constructor":1}]}]'), 'steps too_large'],
    ['steps that are no list', 'x', 'steps steps_empty'],
  ])('refuses %s, naming the place', (_title, steps, fault) => {
    expect(faultsOf(steps)).toContain(fault)
  })

  it.each<[string, unknown[], string]>([
    ['a parameter twice', [level, level], 'parameters.1.fieldName parameter_twice'],
    ['an unknown type', [int('x', { type: 'Ghost' })], 'parameters.0 type_unknown'],
    ['a default of the wrong type', [int('x', { defaultVal: 'a' })], 'parameters.0.defaultVal value_wrong'],
    [
      'an address as provider',
      [int('x', { dataProvider: 'https://x' })],
      'parameters.0.dataProvider parameter_wrong',
    ],
    ['a forbidden name', [int('constructor')], 'parameters.0.fieldName parameter_wrong'],
  ])('refuses %s', (_title, parameters, fault) => {
    expect(faultsOf([read], { parameters })).toContain(fault)
  })

  it('without a player only commands that need none are possible', () => {
    const steps = [
      read,
      { kind: 'command', name: 'heal', params: { by: 1 } },
      { kind: 'command', name: 'count', params: {} },
    ]
    expect(faultsOf(steps, { target: 'none' })).toEqual([
      'steps.0 player_needed',
      'steps.1.name player_needed',
    ])
  })
})

describe('parameters of a run', () => {
  it('fills defaults in and names every fault', () => {
    const fields = [level, int('count', { defaultVal: 3 }), text('name')]
    const { params, faults } = readParams(fields, { level: 101, extra: 1 }, parsed.protocol)
    expect(params).toEqual({ level: 101, count: 3 })
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'params.extra reference_unknown',
      'params.level value_wrong',
      'params.name parameter_required',
    ])
  })
})
