import { IconButton, usePopover } from '@qd/web-controls'
import { useQueryClient } from '@tanstack/react-query'
import { InputNumber, Switch } from 'antd'
import { RefreshCw, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { REFRESH_SECONDS_MAX, useRefreshSeconds } from '../../settings/refresh-seconds.ts'
import { useRedisTexts } from '../../texts.ts'
import { refreshHead, refreshKey } from '../key-queries.ts'
import type { KeyPlace } from '../key-place.ts'
import styles from '../detail.module.css'

/** Reads the key again, once or every few seconds; how many is remembered, for all keys. */
export function RefreshButtons(props: {
  place: KeyPlace
  /** Whether so many rows were read that only the head is read again by itself. */
  isLong: () => boolean
}): ReactNode {
  const { place, isLong } = props
  const t = useRedisTexts()
  const queries = useQueryClient()
  const [seconds, setSeconds] = useRefreshSeconds()
  const [isOn, setOn] = useState(false)
  const { isOpen, root, trigger, open, close } = usePopover<HTMLDivElement>()
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void (isLong() ? refreshHead(queries, place) : refreshKey(queries, place))
    }, seconds * 1_000)
    return () => clearInterval(timer)
  }, [isOn, seconds, queries, place, isLong])
  return (
    <div className={styles.refresh} ref={root}>
      <IconButton label={t('detail.refresh')} onClick={() => void refreshKey(queries, place)}>
        <RefreshCw size={14} aria-hidden />
      </IconButton>
      <IconButton
        ref={trigger}
        label={isOn ? t('detail.autoRefreshOn', { seconds }) : t('detail.autoRefresh')}
        aria-expanded={isOpen}
        data-on={isOn}
        className={styles.auto}
        onClick={() => (isOpen ? close() : open())}
      >
        <Timer size={14} aria-hidden />
      </IconButton>
      {isOpen ? (
        <div className={`${styles.popup} qd-float`} role="group" aria-label={t('detail.autoRefresh')}>
          <label className={styles.popupRow}>
            <Switch size="small" checked={isOn} onChange={setOn} />
            {t('detail.autoRefresh')}
          </label>
          <label className={styles.popupRow}>
            <InputNumber
              size="small"
              min={1}
              max={REFRESH_SECONDS_MAX}
              precision={0}
              value={seconds}
              onChange={(next) => (next === null ? undefined : setSeconds(next))}
            />
            {t('detail.unit.seconds')}
          </label>
        </div>
      ) : null}
    </div>
  )
}
