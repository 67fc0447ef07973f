import { describe, expect, test } from 'vitest'
import { definePermission, mayCallAt, mayCallEverywhere, mayOffer } from './index.ts'
import type { Grant, GuardedCall } from './index.ts'

const edit = definePermission({ routerName: 'index', code: 'data.edit', type: 'button', heldBy: [] })
const undo = definePermission({ routerName: 'index', code: 'data.undo', type: 'button', heldBy: [] })
const key = definePermission({
  routerName: 'vault',
  code: 'key.read',
  type: 'button',
  heldBy: [],
  resource: 'vault',
})
const here = { game: 'lantern', operator: 'northwind', lineId: 'line-1', environment: 'test' } as const
const grant = (
  scope: string,
  environment: Grant['environment'] = '*',
  codes = ['index.data.edit'],
): Grant => ({
  scope,
  environment,
  codes,
})
const narrowed = (scope: string, codes: string[], kind = 'vault'): Grant => ({
  ...grant(scope, '*', codes),
  resource: { kind, pattern: 'a/*' },
})
const about = { permission: edit, target: () => ({}) } satisfies GuardedCall
const ofAll = { permission: edit } satisfies GuardedCall

describe('who may make a call', () => {
  test.each<[string, GuardedCall, Grant[], { at: boolean; everywhere: boolean; offered: boolean }]>([
    ['nobody', about, [], { at: false, everywhere: false, offered: false }],
    ['a session is enough', { permission: 'session' }, [], { at: false, everywhere: true, offered: false }],
    ['who holds all', ofAll, [grant('*')], { at: true, everywhere: true, offered: true }],
    ['one game', about, [grant('lantern')], { at: true, everywhere: false, offered: true }],
    [
      'one game, of a call about all',
      ofAll,
      [grant('lantern')],
      { at: true, everywhere: false, offered: false },
    ],
    ['one environment', ofAll, [grant('*', 'test')], { at: true, everywhere: false, offered: false }],
    [
      'another environment',
      about,
      [grant('*', 'production')],
      { at: false, everywhere: false, offered: true },
    ],
    ['below', about, [grant('lantern/northwind/line-1/7')], { at: false, everywhere: false, offered: true }],
    [
      'below, of a call that filters its answer',
      { ...about, scopeRule: 'reach' },
      [grant('lantern/northwind/line-1/7')],
      { at: true, everywhere: true, offered: true },
    ],
    [
      'one of two rights',
      { ...about, also: [undo] },
      [grant('*')],
      { at: false, everywhere: false, offered: false },
    ],
    [
      'both rights, from two grants',
      { ...about, also: [undo] },
      [grant('*'), grant('lantern', '*', ['index.data.undo'])],
      { at: true, everywhere: false, offered: true },
    ],
    [
      'some things, of a call that narrows by itself',
      { ...about, permission: key },
      [narrowed('lantern', ['vault.key.read'])],
      { at: true, everywhere: false, offered: true },
    ],
    [
      'some things, of a call that narrows by itself and names no place',
      { permission: key },
      [narrowed('*', ['vault.key.read'])],
      { at: true, everywhere: true, offered: true },
    ],
    [
      'things of another kind',
      { ...about, permission: key },
      [narrowed('*', ['vault.key.read'], 'files')],
      { at: false, everywhere: false, offered: false },
    ],
    [
      'some things, of a call that cannot narrow',
      about,
      [narrowed('*', ['index.data.edit'])],
      { at: false, everywhere: false, offered: false },
    ],
    [
      'some things, of a call that also asks for what cannot be narrowed',
      { ...about, permission: key, also: [undo] },
      [narrowed('*', ['vault.key.read', 'index.data.undo'])],
      { at: false, everywhere: false, offered: false },
    ],
  ])('%s', (_who, call, grants, expected) => {
    expect({
      at: mayCallAt(grants, call, here),
      everywhere: mayCallEverywhere(grants, call),
      offered: mayOffer(grants, call),
    }).toEqual(expected)
  })
})
