import { randomUUID } from 'node:crypto'
import { AppError, coreErrors, scopePath } from '@qd/contract-kit'
import type { AuditEntry, AuditPort, AuditResult, Caller, CataloguePlace } from '@qd/server-kit'
import { consoleChannel } from '../../contract/index.ts'
import type { CommandKind } from '../guard/judge-command.ts'
import { maskedCommand } from '../guard/masked-command.ts'
import type { ConnectionInfo } from '../guard/redis-database.ts'
import type { Arg } from '../link/redis-link.ts'

/** Who types on which database. */
export interface Typist {
  readonly caller: Caller
  readonly place: CataloguePlace
  readonly address: string
  readonly connection: ConnectionInfo
  readonly db: number
}

export interface AuditDeps {
  readonly audit: AuditPort
  readonly onFault: (error: unknown) => void
}

const resultOf = (error: unknown): AuditResult => {
  const { status, code } = error instanceof AppError ? error.def : coreErrors.internal
  return { status, code }
}

function entryOf(
  { caller, place, address, connection, db }: Typist,
  args: readonly Arg[],
  kind: CommandKind,
) {
  const entry: AuditEntry = {
    requestId: randomUUID(),
    actorId: caller.userId,
    actor: caller.username,
    sessionId: caller.sessionId,
    address,
    action: consoleChannel.title,
    risk: kind === 'dangerous' ? 'R3' : 'R2',
    scope: scopePath(place),
    target: String(args[0]).toUpperCase(),
    reason: '',
    detail: {
      connection: connection.name,
      db,
      kind,
      // Its name and what it is about; values stay out.
      command: maskedCommand(args.slice(0, 2)),
      ...(caller.kind === 'token' ? { apiToken: caller.label } : {}),
    },
  }
  return entry
}

/** A command that may change something, written down before it goes; gives what tells how it came out. */
export async function auditCommand(
  { audit, onFault }: AuditDeps,
  typist: Typist,
  { args, kind }: { args: readonly Arg[]; kind: CommandKind },
): Promise<(fault?: unknown) => void> {
  if (kind !== 'write' && kind !== 'dangerous') return () => undefined
  const intent = await audit.intent(entryOf(typist, args, kind))
  return (fault) => {
    const result = fault === undefined ? { status: 0, code: 'ok' } : resultOf(fault)
    audit.outcome(intent, result).catch(onFault)
  }
}

/** A command the guard refused as one the person may not send. */
export function auditRefusal(
  { audit, onFault }: AuditDeps,
  typist: Typist,
  { args, error }: { args: readonly Arg[]; error: unknown },
): void {
  if (!(error instanceof AppError) || error.def.status !== 403) return
  audit.refused(entryOf(typist, args, 'write'), resultOf(error)).catch(onFault)
}
