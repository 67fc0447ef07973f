import { openConfirm, toast } from '@qd/web-frame'
import type { RoleGrant } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import styles from '../sections.module.css'
import { GrantWords } from '../words/grant-words.tsx'
import { openEndDialog } from './end-dialog.tsx'
import { openGiveDialog } from './give-dialog.tsx'

interface GrantHolder {
  /** Person or group. */
  name: string
  /** Asked before a grant is taken. */
  question: string
  send: (change: { give: RoleGrant[]; take: RoleGrant[] }) => Promise<unknown>
}

/** How a person or a group gets grants and loses them; each is told, and the lists follow. */
export function useGrantChange({ name, question, send }: GrantHolder) {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const give = () =>
    openGiveDialog(name, {
      send: (grants) => send({ give: grants, take: [] }),
      onSent: () => {
        toast.success(t('grant.given', { name }))
        void refresh()
      },
    })
  const take = (grant: RoleGrant) =>
    openConfirm({
      title: t('grant.takeTitle'),
      text: (
        <>
          <p className={styles.hint}>{question}</p>
          <GrantWords grant={grant} />
        </>
      ),
      action: t('grant.takeDo'),
      run: async () => {
        await send({ give: [], take: [grant] })
        toast.success(t('grant.taken', { name }))
        await refresh()
      },
    })
  const end = (grant: RoleGrant) => {
    const { until: before, ...lasting } = grant
    openEndDialog(name, {
      what: <GrantWords grant={lasting} />,
      until: before,
      send: async (until) => {
        await send({ give: [{ ...lasting, ...(until === undefined ? {} : { until }) }], take: [] })
        toast.success(t('ends.changed', { name }))
        await refresh()
      },
    })
  }
  return { give, take, end }
}
