import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDialer } from '@qd/server-kit'
import { TEST_AUTHORITY } from '@qd/server-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { shipWay } from './audit-surroundings.ts'

const folder = mkdtempSync(join(tmpdir(), 'qd-ship-way-'))
const dialer = createDialer({ ownPorts: () => [] })
afterAll(() => {
  dialer.close()
  rmSync(folder, { recursive: true })
})

describe('the way of shipped heads', () => {
  test('is open to this machine and the own network, and trusts the file of authorities', () => {
    expect(shipWay({ auditShipCaFile: undefined }, dialer)).toMatchObject({
      networks: { allowLoopback: true, allowPrivate: true },
    })
    const file = join(folder, 'ca.pem')
    writeFileSync(file, TEST_AUTHORITY)
    expect(shipWay({ auditShipCaFile: file }, dialer).ca).toBe(TEST_AUTHORITY)
  })

  test('a file that is missing, or holds no certificate, stops the start and names the variable', () => {
    const file = join(folder, 'nothing.pem')
    expect(() => shipWay({ auditShipCaFile: file }, dialer)).toThrow(/^QD_AUDIT_SHIP_CA_FILE: cannot read/)
    writeFileSync(file, 'no certificate')
    expect(() => shipWay({ auditShipCaFile: file }, dialer)).toThrow(
      /^QD_AUDIT_SHIP_CA_FILE: .*no certificates/,
    )
  })
})
