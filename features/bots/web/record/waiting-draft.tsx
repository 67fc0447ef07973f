import { Banner } from '@qd/web-controls'
import { Button } from 'antd'
import { ListVideo } from 'lucide-react'
import { useEffectEvent, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import type { ScenarioEditing } from '../scenario/use-scenario-editing.ts'
import { useBotsTexts } from '../texts.ts'
import styles from './record.module.css'
import { useScenarioDraft } from './scenario-draft.ts'

const forget = () => useScenarioDraft.setState({ draft: null })

/** A scenario made elsewhere goes into the editor; it waits here while the editor holds something unsaved. */
export function WaitingDraft({ editing }: { editing: ScenarioEditing }): ReactNode {
  const t = useBotsTexts()
  const { draft } = useScenarioDraft()
  const take = () => {
    if (draft === null) return
    editing.show(draft, null, true)
    forget()
  }
  const came = useEffectEvent(() => {
    if (!editing.isDirty) take()
  })
  useLayoutEffect(() => {
    if (draft !== null) came()
  }, [draft])
  if (draft === null) return null
  return (
    <Banner
      tone="warn"
      icon={<ListVideo size={15} aria-hidden />}
      action={
        <span className={styles.answers}>
          <Button size="small" onClick={forget}>
            {t('record.drop')}
          </Button>
          <Button size="small" type="primary" onClick={() => editing.guarded(take)}>
            {t('record.take')}
          </Button>
        </span>
      }
    >
      {t('record.waiting')}
    </Banner>
  )
}
