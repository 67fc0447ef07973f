import type { ReactNode } from 'react'

const SPOKES = [0, 45, 90, 135, 180, 225, 270, 315]

/** The mark of the product: a ship's wheel, in the colour of its text. */
export function Wheel({ className, stroke = 2.5 }: { className?: string; stroke?: number }): ReactNode {
  return (
    <svg
      className={className}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth={stroke}
      aria-hidden
    >
      <circle cx="24" cy="24" r="14" />
      <circle cx="24" cy="24" r="4" />
      {SPOKES.map((angle) => (
        <path key={angle} d="M24 19.5V3.5" transform={`rotate(${angle} 24 24)`} />
      ))}
    </svg>
  )
}
