import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** Certificate and key as PEM. */
export interface CertificatePair {
  cert: string
  key: string
}

interface Made extends CertificatePair {
  name: string
  privateKey: KeyObject
}

/** One value of ASN.1: tag, length, content (X.690). */
function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...content: Uint8Array[]) => der(0x30, ...content)
const text = (value: string) => der(0x0c, Buffer.from(value))
const hex = (value: string) => Buffer.from(value, 'hex')
const TRUE = hex('0101ff')

/** Object identifiers, encoded. */
const ECDSA_WITH_SHA256 = sequence(hex('06082a8648ce3d040302'))
const COMMON_NAME = hex('0603550403')
const BASIC_CONSTRAINTS = hex('0603551d13')
const ALTERNATIVE_NAMES = hex('0603551d11')

const nameOf = (name: string) => sequence(der(0x31, sequence(COMMON_NAME, text(name))))
/** From 2000 to 2099: nobody has to renew a certificate of tests. */
const VALIDITY = sequence(
  der(0x18, Buffer.from('20000101000000Z')),
  der(0x18, Buffer.from('20991231235959Z')),
)

function extensionsOf(name: string, isAuthority: boolean): Buffer {
  const constraints = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(...(isAuthority ? [TRUE] : []))))
  const names = sequence(ALTERNATIVE_NAMES, der(0x04, sequence(der(0x82, Buffer.from(name)))))
  return der(0xa3, sequence(constraints, names))
}

/** Makes a certificate (RFC 5280) for a host, signed by an authority or by itself. */
function makeCertificate(name: string, signer: Made | null, isAuthority = false): Made {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const serial = Buffer.concat([hex('01'), randomBytes(8)])
  const signed = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    nameOf(signer?.name ?? name),
    VALIDITY,
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsOf(name, isAuthority),
  )
  const signature = sign('sha256', signed, signer?.privateKey ?? privateKey)
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(0x03, hex('00'), signature))
  const lines = whole
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

const authority = makeCertificate('authority.example', null, true)

/** Signs `LOG_EXAMPLE`; PEM. */
export const TEST_AUTHORITY = authority.cert
/** Of `log.example`, signed by the authority. */
export const LOG_EXAMPLE: CertificatePair = makeCertificate('log.example', authority)
/** Of `log.example`, signed by itself. */
export const SELF_SIGNED: CertificatePair = makeCertificate('log.example', null)
