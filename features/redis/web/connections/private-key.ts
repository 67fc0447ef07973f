/** What a text given as a key is; the first four can be used as they are. */
export type KeyKind = 'openssh' | 'rsa' | 'ec' | 'pkcs8' | 'putty' | 'public' | 'certificate' | 'unknown'

const PEM = /^-----BEGIN ([A-Z0-9 ]+)-----/
/** By the name in the first line. */
const PEM_KINDS: Readonly<Record<string, KeyKind>> = {
  'OPENSSH PRIVATE KEY': 'openssh',
  'RSA PRIVATE KEY': 'rsa',
  'EC PRIVATE KEY': 'ec',
  'PRIVATE KEY': 'pkcs8',
  'ENCRYPTED PRIVATE KEY': 'pkcs8',
  CERTIFICATE: 'certificate',
  'TRUSTED CERTIFICATE': 'certificate',
  'PUBLIC KEY': 'public',
  'RSA PUBLIC KEY': 'public',
}
const PUTTY = /^PuTTY-User-Key-File-\d/
const PUBLIC_LINE = /^(ssh-|ecdsa-|sk-)\S+ AAAA/

/** Tells by its first line what a key file holds. */
export function keyKindOf(text: string): KeyKind {
  const trimmed = text.trimStart()
  const name = PEM.exec(trimmed)?.[1]
  if (name !== undefined) return PEM_KINDS[name] ?? 'unknown'
  if (PUTTY.test(trimmed)) return 'putty'
  return PUBLIC_LINE.test(trimmed) ? 'public' : 'unknown'
}

/** Whether it may be used as a private key. */
export function isPrivateKey(kind: KeyKind): kind is 'openssh' | 'rsa' | 'ec' | 'pkcs8' {
  return kind === 'openssh' || kind === 'rsa' || kind === 'ec' || kind === 'pkcs8'
}
