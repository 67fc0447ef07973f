import { AppError } from '@qd/contract-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aConfig } from '../../testing/a-config.ts'
import { nearestColour } from './nearest-colour.ts'
import { writeOwnFile } from './own-file.ts'
import { readFile } from './read-file.ts'

const ano = (list: unknown) => Buffer.from(JSON.stringify(list)).toString('base64')
const refusal = async (text: string, passphrase?: string) => {
  try {
    await readFile(text, passphrase)
    return 'read'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { text: reason } = error.params['reason'] as { text: string }
    return `${error.def.code} ${error.field} ${reason}`
  }
}

describe('.ano of ARDM', () => {
  test('a plain connection, with what the form of that program leaves out', async () => {
    const [read] = await readFile(
      ano([{ host: 'r.example.com', port: '6380', auth: 'pw', name: 'live' }]),
      undefined,
    )
    expect(read).toMatchObject({
      part: {
        name: 'live',
        mode: 'standalone',
        host: 'r.example.com',
        port: 6380,
        separators: [':'],
        ssh: [],
      },
      secrets: { password: 'pw' },
      lacksSecrets: false,
    })
    const [bare] = await readFile(ano([{}]), undefined)
    expect(bare?.part).toMatchObject({ name: '127.0.0.1@6379', host: '127.0.0.1', port: 6379 })
  })

  test('sentinel: its host and password are those of the sentinel', async () => {
    const given = {
      host: 's.example.com',
      port: 26_379,
      auth: 'sentinel-pw',
      sentinelOptions: { masterName: 'main', nodePassword: 'node-pw' },
    }
    expect((await readFile(ano([given]), undefined))[0]).toMatchObject({
      part: {
        mode: 'sentinel',
        host: '',
        sentinel: { nodes: [{ host: 's.example.com', port: 26_379 }], master: 'main' },
      },
      secrets: { password: 'node-pw', sentinelPassword: 'sentinel-pw' },
    })
  })

  test('SSH, TLS, cluster, colour; files of keys stay where they were', async () => {
    const given = {
      host: 'r',
      cluster: true,
      connectionReadOnly: true,
      separator: '',
      color: '#f5222d',
      sshOptions: {
        host: 'j',
        port: 2222,
        username: 'ops',
        privatekey: 'keys/id',
        passphrase: 'pp',
        password: 'x',
      },
      sslOptions: { ca: 'keys/ca.pem', servername: 'sni' },
    }
    expect((await readFile(ano([given]), undefined))[0]).toMatchObject({
      part: {
        mode: 'cluster',
        readOnly: true,
        separators: [],
        colour: 'red',
        tls: { servername: 'sni', ca: '' },
        ssh: [{ host: 'j', port: 2222, username: 'ops', auth: 'key' }],
      },
      secrets: { ssh: [{ password: '', privateKey: '', passphrase: 'pp' }] },
      lacksSecrets: true,
    })
  })
})

test('an export of RedisInsight brings its certificates, keys and sentinels', async () => {
  const list = [
    {
      id: '1',
      host: 'r',
      port: 6379,
      name: 'plain',
      connectionType: 'NOT CONNECTED',
      username: null,
      password: 'pw',
      tls: true,
      tlsServername: 'sni',
      caCert: { name: 'ca', certificate: 'CA' },
      clientCert: { name: 'c', certificate: 'CERT', key: 'KEY' },
      ssh: true,
      sshOptions: { host: 'j', port: 22, username: 'u', privateKey: 'PK', passphrase: 'pp' },
      tags: [{ key: 'env', value: 'live' }],
    },
    {
      host: 's',
      port: 26_379,
      name: 'sen',
      connectionType: 'SENTINEL',
      password: 'sp',
      sentinelMaster: { name: 'm', password: 'np' },
    },
    { host: 'c', port: 7000, name: 'clu', connectionType: 'CLUSTER' },
  ]
  expect(await readFile(JSON.stringify(list), undefined)).toMatchObject([
    {
      part: {
        name: 'plain',
        mode: 'standalone',
        username: '',
        tls: { servername: 'sni', ca: 'CA', cert: 'CERT' },
        ssh: [{ host: 'j', auth: 'key' }],
        tags: ['env:live'],
      },
      secrets: { password: 'pw', tlsKey: 'KEY', ssh: [{ privateKey: 'PK', passphrase: 'pp' }] },
    },
    {
      part: { mode: 'sentinel', sentinel: { master: 'm' } },
      secrets: { password: 'np', sentinelPassword: 'sp' },
    },
    { part: { mode: 'cluster', host: 'c', port: 7000 } },
  ])
})

test('our own file comes back whole; secrets only with its passphrase', async () => {
  const config = aConfig({
    tags: ['a'],
    databaseNames: { 3: 'ranks' },
    scriptUser: 'scripts',
    renamedCommands: { DEL: 'KDEL' },
  })
  const secrets = {
    password: 'canary-1',
    sentinelPassword: '',
    scriptPassword: 'canary-2',
    tlsKey: '',
    ssh: [],
  }
  const sealed = await writeOwnFile([{ config, secrets }], 'a long passphrase')
  expect(sealed).not.toMatch(/canary/)
  expect(await readFile(sealed, 'a long passphrase')).toMatchObject([{ part: config, secrets }])
  const wrong = 'redis_import_invalid passphrase redis.import.passphrase'
  expect(await refusal(sealed, 'another one')).toBe(wrong)
  expect(await refusal(sealed)).toBe(wrong)
  const tampered = JSON.parse(sealed) as { secrets: { tag: string } }
  tampered.secrets.tag = Buffer.alloc(16).toString('base64')
  expect(await refusal(JSON.stringify(tampered), 'a long passphrase')).toBe(wrong)
  const bare = await writeOwnFile([{ config, secrets }], undefined)
  expect(bare).not.toMatch(/canary/)
  expect(await readFile(bare, undefined)).toMatchObject([{ part: config, lacksSecrets: true }])
})

test('what nobody wrote whom we know is refused, and so is too much', async () => {
  const unreadable = 'redis_import_invalid text redis.import.unreadable'
  for (const text of ['', '{}', '[]', '[1]', 'hello', ano({}), ano([1]), '[{"host":"x"}]', 'AAAA']) {
    expect([text, await refusal(text)]).toEqual([text, unreadable])
  }
  const many = Array.from({ length: 201 }, (_, at) => ({ host: `h${at}` }))
  expect(await refusal(ano(many))).toBe('redis_import_invalid text redis.import.many')
})

test('no content makes a reader fail otherwise than by a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.boolean(), async (value, isAno) => {
      const text = isAno ? ano([{ host: 'x', ...(value as object) }, value]) : JSON.stringify([value])
      await refusal(text)
    }),
  )
})

test.each([
  ['#fa541c', 'red'],
  ['#1890ff', 'blue'],
  ['#0c0', 'green'],
  ['', ''],
  ['red', ''],
])('the mark nearest to %j is %j', (colour, mark) => {
  expect(nearestColour(colour)).toBe(mark)
})
