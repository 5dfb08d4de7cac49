import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ScrollRegion } from './ScrollRegion.tsx'

test('fades at the edge until scrolled to its end', () => {
  render(
    <ScrollRegion label="Hours" className="">
      <table />
    </ScrollRegion>,
  )
  const region = screen.getByRole('region', { name: 'Hours' })
  const goesOn = () => region.parentElement?.hasAttribute('data-goes-on')
  expect(goesOn()).toBe(false)
  Object.defineProperties(region, { clientWidth: { value: 300 }, scrollWidth: { value: 500 } })
  fireEvent.scroll(region)
  expect(goesOn()).toBe(true)
  region.scrollLeft = 200
  fireEvent.scroll(region)
  expect(goesOn()).toBe(false)
  expect(region).toHaveAttribute('tabindex', '0')
})
