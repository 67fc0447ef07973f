import { AppError } from '@qd/contract-kit'
import { QD1 } from '@qd/game-frame'
import { describe, expect, it } from 'vitest'
import { checkConnection } from './check-connection.ts'
import type { Connection, ConnectionRights } from './check-connection.ts'

const fine: Connection = {
  apiUrl: 'https://game.example.com/base',
  serverId: 's',
  keyId: 'k',
  ws: 'wss://game.example.com/ws',
  codec: QD1,
  allowPlain: false,
  allowPrivate: false,
  allowLoopback: false,
}
const all: ConnectionRights = { mayEditSecrets: true, mayAllowNetworks: true }
const none: ConnectionRights = { mayEditSecrets: false, mayAllowNetworks: false }

function verdict(part: Partial<Connection>, rights = all): string {
  try {
    checkConnection({ ...fine, ...part }, undefined, rights)
    return 'fine'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { problem } = error.params
    const words = typeof problem === 'object' && 'text' in problem ? ` ${problem.text}` : ''
    return `${error.def.code} ${error.field}${words}`
  }
}

const plain = { allowPlain: true }

describe('[T1] addresses of a server record', () => {
  it('takes https and wss, and nothing at all for the socket', () => {
    expect([verdict({}), verdict({ ws: '' }), verdict({ apiUrl: 'https://93.184.216.34:9443' })]).toEqual([
      'fine',
      'fine',
      'fine',
    ])
  })

  it.each([
    'ftp://game.example.com',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://game.example.com/\\evil',
    'https://game.example.com/ x',
    'ht\ntps://game.example.com',
    'wss://game.example.com',
    'game.example.com',
    '',
    'https://',
  ])('%j is no address of the calls', (apiUrl) => {
    expect(verdict({ apiUrl, ...plain })).toBe('catalogue_address_invalid apiUrl address.http')
  })

  it.each([
    ['https://user:pass@game.example.com', 'catalogue_address_invalid apiUrl address.user'],
    ['https://game.example.com/?a=1', 'catalogue_address_invalid apiUrl address.query'],
    ['https://game.example.com/#a', 'catalogue_address_invalid apiUrl address.query'],
    ['http://game.example.com', 'catalogue_address_closed apiUrl address.plain'],
  ])('%s is refused as %s', (apiUrl, reason) => {
    expect(verdict({ apiUrl })).toBe(reason)
  })

  it.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://localhost',
    'https://localhost.',
    'https://a.localhost',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
  ])('%s is this machine: only with the flag', (apiUrl) => {
    expect([verdict({ apiUrl }), verdict({ apiUrl, allowPrivate: true })]).toEqual([
      'catalogue_address_closed apiUrl address.loopback',
      'catalogue_address_closed apiUrl address.loopback',
    ])
    expect(verdict({ apiUrl, allowLoopback: true })).toBe('fine')
  })

  it.each([
    'https://10.0.0.8',
    'https://172.16.9.9',
    'https://192.168.1.1',
    'https://[fd12::1]',
    'https://100.64.0.1',
  ])('%s is a private network: only with the flag', (apiUrl) => {
    expect(verdict({ apiUrl, allowLoopback: true })).toBe('catalogue_address_closed apiUrl address.private')
    expect(verdict({ apiUrl, allowPrivate: true })).toBe('fine')
  })

  it.each([
    'https://169.254.169.254',
    'https://[::ffff:169.254.169.254]',
    'https://0.0.0.0',
    'https://100.100.100.200',
    'https://[fe80::1]',
    'https://224.0.0.1',
  ])('%s is never dialled, whatever the record says', (apiUrl) => {
    const open = { allowLoopback: true, allowPrivate: true, ...plain }
    expect(verdict({ apiUrl, ...open })).toBe('catalogue_address_closed apiUrl address.never')
    const ws = apiUrl.replace('https', 'wss')
    expect(verdict({ ws, ...open })).toBe('catalogue_address_closed ws address.never')
  })

  it('[T22] flags and keys are for who holds them', () => {
    expect([
      verdict({ allowLoopback: true }, none),
      verdict({ allowPrivate: true }, none),
      verdict({ hashKey: 'x' }, none),
    ]).toEqual([
      'catalogue_network_forbidden allowLoopback',
      'catalogue_network_forbidden allowPrivate',
      'catalogue_secret_forbidden hashKey',
    ])
  })
})
