import { IconButton, usePopover } from '@qd/web-controls'
import { Button, InputNumber } from 'antd'
import { Repeat2, Square } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import styles from './repeat-button.module.css'
import type { Repeat } from './use-sending.ts'

const MOST_TIMES = 10_000
const MOST_PAUSE_MS = 3_600_000

/** Sends the same request again and again, with a pause; ends by itself or when it is stopped. */
export function RepeatButton(props: {
  isOff: boolean
  isRunning: boolean
  onStart: (repeat: Repeat) => void
  onStop: () => void
}): ReactNode {
  const t = useSimulatorTexts()
  const { isOpen, root, trigger, open, close } = usePopover<HTMLSpanElement>()
  const [repeat, setRepeat] = useState<Repeat>({ times: 10, everyMs: 500 })
  if (props.isRunning) {
    return (
      <IconButton isSmall label={t('page.repeat.stop')} onClick={props.onStop}>
        <Square size={13} aria-hidden />
      </IconButton>
    )
  }
  return (
    <span ref={root} className={styles.root}>
      <IconButton
        isSmall
        ref={trigger}
        label={t('page.repeat.title')}
        aria-expanded={isOpen}
        disabled={props.isOff}
        onClick={() => (isOpen ? close() : open())}
      >
        <Repeat2 size={15} aria-hidden />
      </IconButton>
      {isOpen ? (
        <div
          className={`${styles.box} qd-float`}
          role="dialog"
          aria-label={t('page.repeat.title')}
          onKeyDown={({ key }) => (key === 'Escape' ? close() : undefined)}
        >
          <label>
            {t('page.repeat.times')}
            <InputNumber
              size="small"
              min={2}
              max={MOST_TIMES}
              precision={0}
              value={repeat.times}
              onChange={(times) => setRepeat({ ...repeat, times: times ?? 2 })}
            />
          </label>
          <label>
            {t('page.repeat.pause')}
            <InputNumber
              size="small"
              min={10}
              max={MOST_PAUSE_MS}
              precision={0}
              suffix="ms"
              value={repeat.everyMs}
              onChange={(everyMs) => setRepeat({ ...repeat, everyMs: everyMs ?? 10 })}
            />
          </label>
          <Button
            size="small"
            type="primary"
            onClick={() => {
              close()
              props.onStart(repeat)
            }}
          >
            {t('page.repeat.start')}
          </Button>
        </div>
      ) : null}
    </span>
  )
}
