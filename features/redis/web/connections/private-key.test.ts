import { describe, expect, it } from 'vitest'
import { isPrivateKey, keyKindOf } from './private-key.ts'
import type { KeyKind } from './private-key.ts'

const pem = (name: string): string => `-----BEGIN ${name}-----\nAAAA\n-----END ${name}-----\n`

describe('a key file', () => {
  it.each<[string, KeyKind, boolean]>([
    [pem('OPENSSH PRIVATE KEY'), 'openssh', true],
    [pem('RSA PRIVATE KEY'), 'rsa', true],
    [`\r\n ${pem('RSA PRIVATE KEY')}`, 'rsa', true],
    [pem('EC PRIVATE KEY'), 'ec', true],
    [pem('PRIVATE KEY'), 'pkcs8', true],
    [pem('ENCRYPTED PRIVATE KEY'), 'pkcs8', true],
    ['PuTTY-User-Key-File-3: ssh-ed25519\n', 'putty', false],
    [pem('CERTIFICATE'), 'certificate', false],
    [pem('PUBLIC KEY'), 'public', false],
    ['ssh-ed25519 AAAAC3Nza lin@host', 'public', false],
    ['ecdsa-sha2-nistp256 AAAAE2Vj lin@host', 'public', false],
    ['hello', 'unknown', false],
    ['', 'unknown', false],
  ])('%j is %s', (text, kind, isPrivate) => {
    expect(keyKindOf(text)).toBe(kind)
    expect(isPrivateKey(kind)).toBe(isPrivate)
  })
})
