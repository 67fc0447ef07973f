import type { AppError } from '@qd/contract-kit'
import { orGivenUp } from '../link/node-socket.ts'
import type { Arg, OwnOptions, RedisLink, Reply, SendOptions } from '../link/redis-link.ts'
import type { CommandTable } from './command-table.ts'
import type { ConnectionInfo } from './redis-database.ts'
import { assertBounded, unbounded } from './script-bounds.ts'

interface TypedScriptsParts {
  readonly link: RedisLink
  readonly connection: ConnectionInfo
  /** Of a console, whose answers keep their types. */
  readonly typed?: OwnOptions | undefined
  readonly table: () => Promise<CommandTable>
}

/** Scripts people type: who sends them, and how long they may take. */
export class TypedScripts {
  readonly #parts: TypedScriptsParts

  constructor(parts: TypedScriptsParts) {
    this.#parts = parts
  }

  /**
   * A script that cannot write by its name is a read where the user for scripts can do nothing else. Any other may do all
   * that the connection may. Throws why it is not sent at all.
   */
  async kindOf(
    name: string,
    { isInTransaction, mayEndanger }: { isInTransaction: boolean; mayEndanger: boolean },
  ): Promise<'read' | 'dangerous'> {
    const { readOnly, scriptUser = '' } = this.#parts.connection
    if (!name.endsWith('_ro')) return 'dangerous'
    if (scriptUser === '' || isInTransaction) {
      if (!readOnly) return 'dangerous'
      throw unbounded(scriptUser, scriptUser === '' ? 'noUser' : 'transaction')
    }
    const fault = await this.#fault()
    if (fault === null) return 'read'
    // The main user sends it then, for whoever may endanger the server.
    if (readOnly || !mayEndanger) throw fault
    return 'dangerous'
  }

  /** Why the user for scripts is not bound to reading on some node; null: it is, on all. */
  async #fault(): Promise<AppError | null> {
    const { link } = this.#parts
    const asking = link.masters().map((node) => this.#admit((args) => link.send(args, { node })))
    return Promise.all(asking).then(
      () => null,
      (error: AppError) => error,
    )
  }

  #admit = async (ask: (args: readonly Arg[]) => Promise<Reply>): Promise<void> => {
    const { connection, table } = this.#parts
    await assertBounded(ask, await table(), connection.scriptUser ?? '')
  }

  /** Sends it on a socket of its own, where it may take all the time it is given and no more. */
  async send(args: readonly Arg[], kind: string, { signal, ...rest }: SendOptions): Promise<Reply> {
    const { link, typed, connection } = this.#parts
    const own = await (kind === 'read' ? link.ownForScripts(this.#admit, typed) : link.ownOnce(typed))
    const script = { limitMs: connection.timeoutMs }
    // Nobody may wait for it any more, and it is still ended at its limit.
    const answer = own.send(args, { ...rest, script }).finally(() => own.close())
    return signal === undefined ? answer : orGivenUp(answer, signal)
  }
}
