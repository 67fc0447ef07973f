import { useKept } from '@qd/web-frame'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

export const ZOOM_MIN = 80
export const ZOOM_MAX = 150
const USUAL = 100

/** How large keys and values are drawn, in percent, kept with the account. */
export function useZoom(): [number, (percent: number) => void] {
  const [kept, keep] = useKept<unknown>('redis.zoom', USUAL)
  const isZoom = typeof kept === 'number' && kept >= ZOOM_MIN && kept <= ZOOM_MAX
  return [isZoom ? kept : USUAL, keep]
}

/** A part of the page that the zoom is for. */
export function Zoomed({ children }: { children: ReactNode }): ReactNode {
  const [percent] = useZoom()
  return (
    <div className={styles.zoomed} style={percent === USUAL ? undefined : { zoom: percent / 100 }}>
      {children}
    </div>
  )
}
