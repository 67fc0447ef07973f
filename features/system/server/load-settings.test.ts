import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, SettingsFileError, loadSettings } from './index.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-settings-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const write = (text: string) => writeFileSync(join(dataDir, 'settings.json'), text)

describe('settings file', () => {
  it('holds the paths and numbers of the specification when there is no file', () => {
    expect(loadSettings(dataDir)).toMatchObject({
      configApi: '/adjust/wstool/config',
      hashApi: '/adjust/wstool/getHash',
      routeApi: '/adjust/downloadProto',
      adjustUrl: '/adjust/index',
      newUserUrl: '/adjust/newUser',
      PLATFORM_BASE_NUM: 1e10,
      SID_BASE_NUM: 1e6,
      jsonDeep: 2,
      jsonExpand: 3,
      project: 'wstool',
      protocol: 'protobuf',
      ws: '/live',
    })
  })

  it('is merged over the defaults', () => {
    const menus = [{ name: '协议说明', url: '#/mock/doc', target: '_self' as const }]
    write(JSON.stringify({ jsonDeep: 4, menus }))
    expect(loadSettings(dataDir)).toEqual({ ...DEFAULT_SETTINGS, jsonDeep: 4, menus })
  })

  it('fills in what a Redis connection does not say', () => {
    write('{"redis":{"connections":[{"lineId":"a","name":"b","host":"c","passwordEnv":"D"}]}}')
    expect(loadSettings(dataDir).redis).toMatchObject({
      sockets: [],
      connections: [{ mode: 'standalone', port: 6379, passwordEnv: 'D', sentinel: null, tls: false }],
    })
  })

  it.each([
    ['no JSON', '{', 'is no JSON'],
    ['a list', '[]', 'one JSON object'],
    ['an unknown key', '{"hashKey":"x"}', 'hashKey: unknown setting'],
    ['a wrong type', '{"jsonDeep":"2"}', 'jsonDeep: '],
    ['a script as a link', '{"menus":[{"name":"x","url":"javascript:alert(1)"}]}', 'menus.0.url: '],
    ['a protocol-less host with blanks', '{"yapi":"http://a b"}', 'yapi: '],
    ['a page where a socket is wanted', '{"userWs":"/live"}', 'userWs: '],
    ['bases that cannot split a uId', '{"SID_BASE_NUM":100000000000}', 'SID_BASE_NUM: must be smaller'],
    [
      'a password in a Redis connection',
      '{"redis":{"connections":[{"password":"x"}]}}',
      'redis.connections.0',
    ],
    ['a Redis socket that is no path', '{"redis":{"sockets":["redis.sock"]}}', 'redis.sockets.0: '],
    ['a prototype key', '{"__proto__":{"jsonDeep":9}}', '__proto__: unknown setting'],
  ])('refuses %s in one line that names the place', (_name, text, problem) => {
    write(text)
    expect(() => loadSettings(dataDir)).toThrow(SettingsFileError)
    expect(() => loadSettings(dataDir)).toThrow(problem)
    expect(() => loadSettings(dataDir)).toThrow('settings.json')
  })
})
