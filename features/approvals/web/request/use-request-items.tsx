import { currentPath, goTo, textOf } from '@qd/web-base'
import { queryClient, queryKeyOf, useSend } from '@qd/web-calls'
import type { MenuItem } from '@qd/web-controls'
import { openReasonDialog } from '@qd/web-forms'
import { alertBox, copyAloud, openConfirm, toast } from '@qd/web-frame'
import { ArrowUpRight, Eye, EyeOff, Link2, PencilLine, Siren, Undo2 } from 'lucide-react'
import {
  approvalCount,
  approvalGet,
  approvalList,
  approvalOverride,
  approvalWatch,
  approvalWithdraw,
} from '../../contract/index.ts'
import type { ApprovalDetail } from '../../contract/index.ts'
import { call } from '@qd/web-calls'
import { placeText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'

/** Asks again for all that shows requests. */
export function refreshRequests(): void {
  for (const route of [approvalGet, approvalList, approvalCount]) {
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(route) })
  }
}

function withdraw(request: ApprovalDetail): void {
  openConfirm({
    title: textOf('approvals', 'withdraw.title'),
    text: textOf('approvals', 'withdraw.text', { title: request.title }),
    action: textOf('approvals', 'withdraw.action'),
    run: async () => {
      await call(
        approvalWithdraw,
        { body: { id: request.id } },
        { tag: 'approvals:withdraw.title', told: 'form' },
      )
      refreshRequests()
      toast.success(textOf('approvals', 'withdraw.done'))
    },
  })
}

function override(request: ApprovalDetail): void {
  openReasonDialog({
    title: textOf('approvals', 'override.title'),
    text: textOf('approvals', 'override.text', {
      title: request.title,
      place: placeText(request, (key, values) => textOf('approvals', key, values)),
    }),
    action: textOf('approvals', 'override.action', { revision: request.revision }),
    run: async (reason) => {
      const body = { id: request.id, hash: request.hash, reason }
      await call(approvalOverride, { body }, { tag: 'approvals:override.title', told: 'form' })
      refreshRequests()
    },
  })
}

/** What else can be done with a request, as far as the reader may. */
export function useRequestItems(request: ApprovalDetail): MenuItem[] {
  const t = useApprovalsTexts()
  const { may, isWatched, hint } = request
  const watch = useSend(approvalWatch, { tag: 'approvals:request.more', told: 'toast' })
  const toggle = async () => {
    await watch.mutateAsync({ body: { id: request.id, isWatched: !isWatched } })
    refreshRequests()
  }
  const revise = () => {
    if (hint === '') alertBox(t('revise.title'), t('revise.how', { action: request.routeTitle }))
    else goTo(hint)
  }
  const link = () => {
    const address = `${location.origin}${location.pathname}#/releaseApply?id=${encodeURIComponent(request.id)}`
    void copyAloud(address)
  }
  const all: (MenuItem & { isThere: boolean })[] = [
    {
      key: 'watch',
      label: t(isWatched ? 'request.unwatch' : 'request.watch'),
      icon: isWatched ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />,
      onSelect: () => void toggle().catch(() => undefined),
      isThere: true,
    },
    {
      key: 'link',
      label: t('request.link'),
      icon: <Link2 size={14} aria-hidden />,
      onSelect: link,
      isThere: true,
    },
    {
      key: 'owner',
      label: t('request.owner'),
      icon: <ArrowUpRight size={14} aria-hidden />,
      onSelect: () => goTo(hint),
      isThere: hint !== '' && !currentPath().startsWith(hint),
    },
    {
      key: 'revise',
      label: t('revise.title'),
      icon: <PencilLine size={14} aria-hidden />,
      isSeparated: true,
      onSelect: revise,
      isThere: may.revise,
    },
    {
      key: 'withdraw',
      label: t('withdraw.title'),
      icon: <Undo2 size={14} aria-hidden />,
      onSelect: () => withdraw(request),
      isThere: may.withdraw,
    },
    {
      key: 'override',
      label: t('override.title'),
      icon: <Siren size={14} aria-hidden />,
      isSeparated: true,
      onSelect: () => override(request),
      isThere: may.override,
    },
  ]
  return all.filter(({ isThere }) => isThere).map(({ isThere: _isThere, ...item }) => item)
}
