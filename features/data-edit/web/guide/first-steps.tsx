import { playerKey } from '@qd/contract-kit'
import { goTo } from '@qd/web-base'
import { playerAddress } from '@qd/web-calls'
import { IconButton, Panel } from '@qd/web-controls'
import { useKept } from '@qd/web-frame'
import { Button } from 'antd'
import { Check, Compass, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import styles from './first-steps.module.css'
import { GUIDE_KEY, GUIDE_START, GUIDE_STEPS, stopGuide, watchGuide } from './guide-progress.ts'
import type { GuideProgress } from './guide-progress.ts'
import { useGuidePlayer } from './use-guide-player.ts'

/** On home, in the sandbox: four steps through the editor, for whoever may do them and has not put them away. */
export function FirstSteps(): ReactNode {
  const t = useEditTexts()
  const [progress, setProgress] = useKept<GuideProgress>(GUIDE_KEY, GUIDE_START)
  const player = useGuidePlayer(!progress.isDismissed)
  const key = player === null ? null : playerKey(player)
  useEffect(() => {
    if (key !== null && !progress.isDismissed) watchGuide(key, progress)
  }, [key, progress])
  if (player === null || progress.isDismissed) return null
  const { done } = progress
  const next = GUIDE_STEPS[done.length]
  const dismiss = (): void => {
    stopGuide()
    setProgress({ ...progress, isDismissed: true })
  }
  const values = { name: player.name }
  return (
    <Panel
      title={t('guide.title')}
      icon={<Compass size={15} aria-hidden />}
      // Four lines and their button are always in view whole.
      style={{ flex: 'none' }}
      count={`${done.length}/${GUIDE_STEPS.length}`}
      actions={
        <IconButton label={t('guide.dismiss')} onClick={dismiss}>
          <X size={14} aria-hidden />
        </IconButton>
      }
    >
      <ol className={styles.steps}>
        {GUIDE_STEPS.map((step, index) => (
          <li
            key={step}
            className={styles.step}
            data-done={done.includes(step) || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={styles.mark}>
              {done.includes(step) ? (
                <Check size={12} role="img" aria-label={t('guide.done')} />
              ) : (
                <span aria-hidden>{index + 1}</span>
              )}
            </span>
            <span>{t(`guide.${step}`, values)}</span>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        {next === undefined ? (
          <>
            <span>{t('guide.finished')}</span>
            <Button size="small" type="primary" onClick={dismiss}>
              {t('guide.close')}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => goTo(playerAddress(player))}>
            {t(done.length === 0 ? 'guide.start' : 'guide.goOn')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
