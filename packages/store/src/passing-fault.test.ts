import { expect, test } from 'vitest'
import { isPassingFault, StoreError } from './index.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })
const told = (cause: unknown) =>
  new StoreError('store_unavailable', `PostgreSQL: ${String(cause)}`, { cause })
const wrapped = (cause: unknown) => new Error('audit_unavailable', { cause: told(cause) })

test.each([
  ['nobody listens', coded('ECONNREFUSED', { syscall: 'connect' })],
  ['a name that is not there yet', coded('ENOTFOUND', { syscall: 'getaddrinfo' })],
  ['a server that starts', coded('57P03')],
  ['a server that stops', coded('57P01')],
  ['too many connections', coded('53300')],
  ['a lock that is held', coded('55P03')],
  ['a connection that was cut', coded('08006')],
  ['SQLite is busy', coded('ERR_SQLITE_ERROR', { errcode: 5 })],
  ['a driver without patience', new Error('timeout exceeded when trying to connect')],
  ['a cut in the middle', new Error('Connection terminated unexpectedly')],
  ['all addresses of a host', new AggregateError([coded('ECONNREFUSED')], '')],
])('%s passes', (_name, fault) => {
  for (const error of [told(fault), wrapped(fault)]) expect(isPassingFault(error)).toBe(true)
  // Of somebody else than the database.
  expect(isPassingFault(fault)).toBe(false)
})

test.each([
  ['a wrong password', coded('28P01')],
  ['a role that may not sign in', coded('28000')],
  ['an unknown database', coded('3D000')],
  ['a right that is missing', coded('42501')],
  ['a folder that cannot be used', coded('EACCES', { syscall: 'open', path: '/data' })],
  ['a full disk', coded('53100')],
  ['a damaged database', coded('ERR_SQLITE_ERROR', { errcode: 11 })],
  ['a fault of ours', new TypeError('x is undefined')],
])('%s does not pass', (_name, fault) => {
  for (const error of [fault, told(fault), wrapped(fault)]) expect(isPassingFault(error)).toBe(false)
})

test.each(['store_schema_newer', 'store_restore_cut', 'store_locked', 'store_not_durable'] as const)(
  '%s does not pass',
  (code) => {
    const cause = coded('ERR_SQLITE_ERROR', { errcode: 5 })
    expect(isPassingFault(new StoreError(code, 'said', { cause }))).toBe(false)
  },
)
