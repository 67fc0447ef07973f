import { describe, expect, test } from 'vitest'
import { hostName, isLoopbackName, settingHostName } from './host-name.ts'

test.each([
  ['localhost', 'localhost'],
  ['LOCALHOST:8600', 'localhost'],
  ['Console.Example.ORG.', 'console.example.org'],
  ['console.example.org.:443', 'console.example.org'],
  ['console.example.org:', 'console.example.org'],
  ['127.0.0.1:8600', '127.0.0.1'],
  ['[::1]:8600', '[::1]'],
  ['[0:0:0:0:0:0:0:1]', '[::1]'],
  ['[2001:DB8::0:1]', '[2001:db8::1]'],
  ['my_host', 'my_host'],
])('%s is compared as %s', (text, name) => {
  expect(hostName(text)).toBe(name)
})

test.each([
  '',
  '.',
  'localhost..',
  '.localhost',
  'local host',
  'localhost:8600:1',
  'localhost:port',
  'localhost:123456',
  'user@localhost',
  'localhost/',
  'localhost?',
  'localhost#',
  'localhost\\evil.example',
  'localhost,evil.example',
  'localhost%2eevil.example',
  '%6cocalhost',
  'ｌocalhost',
  '::1',
  '[::1',
  '::1]',
  '[::1]x',
  '[fe80::1%eth0]',
  '[127.0.0.1]',
  '[[::1]]',
  `${'a'.repeat(254)}`,
  'localhost\0',
  'http://localhost',
])('%j is no host', (text) => {
  expect(hostName(text)).toBeNull()
})

describe('loopback', () => {
  test.each(['localhost', '127.0.0.1', '127.255.0.9', '[::1]', '[::ffff:127.0.0.1]'])('%s', (text) => {
    expect(isLoopbackName(hostName(text)!)).toBe(true)
  })
  test.each([
    'evil.localhost',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.1',
    '0.0.0.0',
    '128.0.0.1',
    '2130706433',
    '[::]',
    '[::ffff:128.0.0.1]',
    '0x7f.0.0.1',
    '0177.0.0.1',
  ])('%s is not', (text) => {
    expect(isLoopbackName(hostName(text)!)).toBe(false)
  })
})

test.each([
  ['2001:db8::1', '[2001:db8::1]'],
  ['fe80::1%eth0', '[fe80::1]'],
  ['::', '[::]'],
  ['Konsole.Example', 'konsole.example'],
  ['münchen.example:8443', 'xn--mnchen-3ya.example'],
  ['控制台.example', 'xn--xcrx5b1z3a.example'],
  ['*', null],
  ['*.example.org', null],
  ['https://console.example.org', null],
  ['console.example.org/ops', null],
])('the setting %s is compared as %s', (text, name) => {
  expect(settingHostName(text)).toBe(name)
})
