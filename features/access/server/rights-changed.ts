import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { UseCaseDeps } from './access-deps.ts'

/**
 * Within the write that changes what these accounts hold: every node reads their rights anew, and their open one-time
 * links are void. Who made such a link, or read it, might open an account now that they could not have made it for.
 */
export async function rightsChanged(
  { access, accounts }: Pick<UseCaseDeps, 'access' | 'accounts'>,
  ctx: Pick<CallContext, 'note'>,
  { tx, userIds }: { tx: AnyTx; userIds: Iterable<string> },
): Promise<void> {
  const ids = [...new Set(userIds)]
  access.announceChanges(tx, ids)
  const voidedLinks = await accounts().voidLinks(tx, ids)
  if (voidedLinks.length > 0) ctx.note({ voidedLinks })
}
