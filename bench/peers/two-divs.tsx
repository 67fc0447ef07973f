// What React itself needs to hide one part and show another: the least any switch of tabs can take.
import { Activity, startTransition, useState } from 'react'
import { createRoot } from 'react-dom/client'

function TwoDivs() {
  const [shown, setShown] = useState(0)
  return (
    <>
      {[0, 1].map((at) => (
        <button key={at} type="button" data-tab-id={at} onClick={() => startTransition(() => setShown(at))}>
          {at}
        </button>
      ))}
      <main>
        {[0, 1].map((at) => (
          <Activity key={at} mode={shown === at ? 'visible' : 'hidden'}>
            <div data-tab={at}>{at}</div>
          </Activity>
        ))}
      </main>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<TwoDivs />)
