import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { cssZoom } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { usePopover } from '@qd/web-controls'
import styles from './table-popover.module.css'

const MARGIN = 8
const GAP = 6

interface Place {
  left: number
  /** Whichever edge has more room. */
  top?: number
  bottom?: number
  maxHeight: number
}

/** In pixels of the part it is in: a zoomed part has larger ones than the window. */
function placeBy(trigger: HTMLElement, width: number): Place {
  const zoom = cssZoom(trigger)
  const rect = trigger.getBoundingClientRect()
  const [top, bottom] = [rect.top / zoom, rect.bottom / zoom]
  const height = window.innerHeight / zoom
  const left = Math.max(MARGIN, Math.min(rect.left / zoom, window.innerWidth / zoom - MARGIN - width))
  const below = height - bottom - GAP - MARGIN
  const above = top - GAP - MARGIN
  return below >= above
    ? { left, top: bottom + GAP, maxHeight: below }
    : { left, bottom: height - top + GAP, maxHeight: above }
}

/** A small button with a box that opens where there is room, never clipped by the panel around. */
export function TablePopover(props: {
  label: string
  icon: ReactNode
  /** Beside the icon. */
  text?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}): ReactNode {
  const { isOpen, root, trigger, open, close } = usePopover<HTMLDivElement>()
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  useLayoutEffect(() => {
    if (!isOpen || trigger.current === null || box.current === null) return
    setPlace(placeBy(trigger.current, box.current.offsetWidth))
  }, [isOpen, trigger])
  return (
    <div
      ref={root}
      className={styles.root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <IconButton
        ref={trigger}
        label={props.label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={props.text === undefined ? undefined : styles.wide}
        onClick={() => (isOpen ? close() : open())}
      >
        {props.icon}
        {props.text}
      </IconButton>
      {isOpen ? (
        <div
          ref={box}
          role="dialog"
          aria-label={props.label}
          className={`${styles.box} qd-float`}
          style={place ?? {}}
        >
          {typeof props.children === 'function' ? props.children(close) : props.children}
        </div>
      ) : null}
    </div>
  )
}
