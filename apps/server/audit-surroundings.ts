import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AuditLine, AuditPlace, ShipWay } from '@qd/audit/server'
import { riskAtLeast, scopePath } from '@qd/contract-kit'
import { settingsNetworks } from '@qd/game-contract/settings-networks'
import type { Catalogue, GuardedDialer, ServerFeature } from '@qd/server-kit'
import { EnvError } from './env.ts'
import type { Env } from './env.ts'

const MIN_KEY_BYTES = 16

/** The lines of the catalogue as the audit knows places: by path. */
export function auditLines({ lines }: Catalogue): AuditLine[] {
  return lines.map(({ game, operator, lineId, environment }) => ({
    path: scopePath({ game, operator, lineId }),
    environment,
  }))
}

/** Games, operators and lines to choose from, each below what it belongs to. */
export function auditPlaces({ games, operators, lines }: Catalogue): AuditPlace[] {
  return games.flatMap((game) => [
    { scope: game.id, name: game.name, depth: 0 },
    ...operators
      .filter((operator) => operator.game === game.id)
      .flatMap(({ partnerCode, name }) => [
        { scope: scopePath({ game: game.id, operator: partnerCode }), name, depth: 1 },
        ...lines
          .filter((line) => line.game === game.id && line.operator === partnerCode)
          .map((line) => ({
            scope: scopePath({ game: game.id, operator: partnerCode, lineId: line.lineId }),
            name: line.name,
            depth: 2,
          })),
      ]),
  ])
}

/** The calls that always leave a row. */
export function auditActions(features: readonly ServerFeature[]): string[] {
  const routes = features.flatMap((feature) => feature.routes.map(({ route }) => route))
  return routes.filter(({ risk }) => riskAtLeast(risk, 'R1')).map(({ title }) => title)
}

function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new EnvError(`${name}: cannot read ${file}`, { cause })
  }
}

const readCertificate = (pem: string) => new X509Certificate(pem)

/** How shipped heads leave: receivers named in the environment may stand on this machine and in the own network. */
export function shipWay(
  { auditShipCaFile: file }: Pick<Env, 'auditShipCaFile'>,
  dialer: GuardedDialer,
): ShipWay {
  const networks = settingsNetworks({ allowLoopback: true, allowPrivate: true })
  if (file === undefined) return { dialer, networks }
  const ca = readSettingFile('QD_AUDIT_SHIP_CA_FILE', file)
  try {
    readCertificate(ca)
  } catch (cause) {
    throw new EnvError(`QD_AUDIT_SHIP_CA_FILE: ${file} holds no certificates`, { cause })
  }
  return { dialer, networks, ca }
}

/** The secret that signs shipped heads; a file that is missing or too short stops the start. */
export function readShipKey(file: string | undefined): Buffer | null {
  if (file === undefined) return null
  const key = Buffer.from(readSettingFile('QD_AUDIT_SHIP_KEY_FILE', file).trim())
  if (key.length < MIN_KEY_BYTES) {
    throw new EnvError(`QD_AUDIT_SHIP_KEY_FILE: ${file} must hold at least ${MIN_KEY_BYTES} characters`)
  }
  return key
}
