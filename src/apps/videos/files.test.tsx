/** Videos with a file: uploaded by an admin, played by everybody in the company. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bypass, HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { createVideo, listVideos, VIDEO_PART_BYTES, type Video } from '#contract/apps/videos.ts'
import { reportReachable, reportUnreachable } from '#src/api/connection.ts'
import { queryClient } from '#src/api/query-client.ts'
import { HOUR_MS } from '#src/lib/spans.ts'
import { fill, holdRequests, loseFirstAnswer, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

/** A file with the first bytes of an MP4. */
const mp4 = (size: number, name = 'tour.mp4') => {
  const bytes = new Uint8Array(size)
  bytes.set(new TextEncoder().encode('\0\0\0\x18ftypisom'))
  return new File([bytes], name, { type: 'video/mp4' })
}

async function openDialog() {
  const boss = await portal().addUser({ isAdmin: true })
  const page = await openPage('/app/vid', { portal: portal(), as: boss })
  await page.user.click(await screen.findByRole('button', { name: 'Add Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Video' }))
  await page.user.selectOptions(dialog.getByLabelText('Where it is'), 'In the portal (a file)')
  const list = async (): Promise<Video[]> => (await portal().call(listVideos, { as: boss.token })).body
  return {
    ...page,
    boss,
    dialog,
    list,
    choose: (file: File) => page.user.upload(dialog.getByLabelText('Video file'), file),
  }
}

test('uploads a file in parts, plays it for employees, and replaces it with a link', async () => {
  const { user, dialog, choose, boss, list, leave } = await openDialog()
  await fill(user, dialog.getByLabelText('Title'), 'A tour')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByText('Choose a file.')).toBeVisible()
  await choose(mp4(VIDEO_PART_BYTES * 2.5))
  expect(dialog.getByText('tour.mp4, 2.5 MB')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByText(/Plays here, 2\.5 MB/)).toBeVisible()
  expect(await list()).toMatchObject([{ title: 'A tour', url: '', file: { size: VIDEO_PART_BYTES * 2.5 } }])
  leave()

  const staff = await portal().addUser({ flags: { isCEP: true } })
  const reader = await openPage('/app/vid', { portal: portal(), as: staff })
  await reader.user.click(await screen.findByRole('button', { name: 'A tour' }))
  const film = await screen.findByLabelText<HTMLVideoElement>('A tour', { selector: 'video' })
  const answer = await portal().app.inject({ url: film.getAttribute('src') ?? '', headers: { range: 'bytes=4-7' } })
  expect([answer.statusCode, answer.body]).toEqual([206, 'ftyp'])
  fireEvent.error(film)
  expect(await screen.findByText(/The video cannot be played just now/)).toBeVisible()
  await reader.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('A tour', { selector: 'video' })).toBeVisible()
  reader.leave()

  const again = await openPage('/app/vid', { portal: portal(), as: boss })
  await again.user.click(await screen.findByRole('button', { name: 'Edit A tour' }))
  const edit = within(await screen.findByRole('dialog', { name: 'A tour' }))
  expect(edit.getByText('The file of 2.5 MB stays unless another is chosen.')).toBeVisible()
  await again.user.selectOptions(edit.getByLabelText('Where it is'), 'On another website (a link)')
  await fill(again.user, edit.getByLabelText('Address'), 'https://videos.example/tour')
  await again.user.click(edit.getByRole('button', { name: 'Update' }))
  expect(await screen.findByRole('link', { name: 'A tour' })).toHaveAttribute('href', 'https://videos.example/tour')
}, 60_000)

test('keeps playing a video through a short outage, and when its window was left for an hour', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const film = { _id: 7, title: 'A film', description: '', url: '', file: { size: 20, type: 'video/mp4' } }
  let lists = 0
  let addresses = 0
  network.use(
    http.get('*/api/videos/', () => {
      lists++
      return HttpResponse.json([film])
    }),
    http.get('*/api/videos/:id/address/', () => HttpResponse.json({ url: `https://videos.example/${++addresses}` })),
  )
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'A film' }))
  const player = await screen.findByLabelText('A film', { selector: 'video' })
  const before = lists
  act(reportUnreachable)
  act(reportReachable)
  await waitFor(() => expect(lists).toBeGreaterThan(before), { timeout: 20_000 })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + HOUR_MS)
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await waitFor(() => expect(lists).toBeGreaterThan(before + 1))
  later.mockRestore()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(player).toHaveAttribute('src', 'https://videos.example/1')
  expect(addresses).toBe(1)
})

test('can retry an address that was refused for now', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const film = { _id: 7, title: 'A film', description: '', url: '', file: { size: 20, type: 'video/mp4' } }
  let isBusy = true
  network.use(
    http.get('*/api/videos/', () => HttpResponse.json([film])),
    http.get('*/api/videos/:id/address/', () =>
      isBusy
        ? HttpResponse.json({ detail: 'Too many requests.' }, { status: 429 })
        : HttpResponse.json({ url: 'https://videos.example/tour' }),
    ),
  )
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'A film' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isBusy = false
  await user.click(again)
  expect(await screen.findByLabelText('A film', { selector: 'video' })).toBeVisible()
  expect(screen.getByRole('dialog')).toHaveFocus()
})

test('offers a single retry button, and does not play the failed address meanwhile', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  network.use(
    http.get('*/api/videos/', () =>
      HttpResponse.json([{ _id: 7, title: 'A film', description: '', url: '', file: { size: 20, type: 'video/mp4' } }]),
    ),
  )
  let isBroken = true
  let address = 'first'
  network.use(
    http.get('*/api/videos/:id/address/', () =>
      isBroken
        ? HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })
        : HttpResponse.json({ url: `https://videos.example/${address}` }),
    ),
  )
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'A film' }))
  const again = () => screen.getByRole('button', { name: 'Try again' })
  const film = () => screen.queryByLabelText('A film', { selector: 'video' })
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Out of order.'))
  isBroken = false
  await user.click(again())
  await waitFor(() => expect(film()).toHaveAttribute('src', 'https://videos.example/first'))

  fireEvent.error(film() as HTMLElement)
  expect(screen.getByRole('alert')).toHaveTextContent('The video cannot be played just now.')
  address = 'second'
  const line = holdRequests(http.get, '*/api/videos/:id/address/')
  await user.click(again())
  expect(film()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  line.release()
  await waitFor(() => expect(film()).toHaveAttribute('src', 'https://videos.example/second'))
})

test('reports below the file that it is no video or too large', async () => {
  const { user, dialog, choose } = await openDialog()
  await fill(user, dialog.getByLabelText('Title'), 'A page')
  await choose(new File(['<html>'], 'page.mp4', { type: 'video/mp4' }))
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findAllByText('The video must be an MP4, WebM or Ogg file.')).not.toHaveLength(0)
  const large = mp4(20, 'large.mp4')
  Object.defineProperty(large, 'size', { value: 210_000_000 })
  await choose(large)
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByText('The file is larger than 200 MB.')).toBeVisible()
})

test('shows the progress of an upload, and cancels it without a trace', async () => {
  const { user, dialog, choose, list } = await openDialog()
  const before = await list()
  await fill(user, dialog.getByLabelText('Title'), 'Cancelled')
  await choose(mp4(VIDEO_PART_BYTES * 3))
  const dropped: string[] = []
  let parts = 0
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', async () => {
      // The second part never arrives.
      if (++parts > 1) await new Promise(() => {})
      return HttpResponse.json({ size: VIDEO_PART_BYTES })
    }),
    http.delete('*/api/videos/uploads/:upload/', ({ params }) => {
      dropped.push(String(params.upload))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  const bar = await dialog.findByRole('progressbar', { name: 'Uploading' })
  await waitFor(() => expect(bar).toHaveAttribute('value', String(VIDEO_PART_BYTES)))
  await user.click(dialog.getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(dropped).toHaveLength(1))
  expect(dialog.queryByRole('progressbar')).toBeNull()
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByLabelText('Title')).toHaveValue('Cancelled')
  expect(await list()).toEqual(before)
})

test('shows a later refusal after a cancelled upload', async () => {
  const { user, dialog, choose } = await openDialog()
  await fill(user, dialog.getByLabelText('Title'), 'Cancelled')
  await choose(mp4(20))
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', () => new Promise<never>(() => {})),
    http.post('*/api/videos/', () => HttpResponse.json({ detail: 'Not today.' }, { status: 400 })),
  )
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  await user.click(await dialog.findByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull())
  await user.selectOptions(dialog.getByLabelText('Where it is'), 'On another website (a link)')
  await fill(user, dialog.getByLabelText('Address'), 'https://videos.example/tour')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
})

test('shows a later failure of a change after a cancelled upload', async () => {
  const boss = await portal().addUser({ isAdmin: true })
  const body = { title: 'To be changed', url: 'https://videos.example/a', description: '' }
  await portal().call(createVideo, { as: boss.token, body })
  const { user } = await openPage('/app/vid', { portal: portal(), as: boss })
  await user.click(await screen.findByRole('button', { name: 'Edit To be changed' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'To be changed' }))
  await user.selectOptions(dialog.getByLabelText('Where it is'), 'In the portal (a file)')
  await user.upload(dialog.getByLabelText('Video file'), mp4(20))
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', () => new Promise<never>(() => {})),
    http.put('*/api/videos/:id/', () => HttpResponse.json({ detail: 'Not today.' }, { status: 400 })),
  )
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await user.click(await dialog.findByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull())
  network.use(http.get('*/api/videos/', () => HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })))
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Out of order.')
})

test('adds a video once after a lost answer, without uploading again', async () => {
  const { user, dialog, choose, list } = await openDialog()
  await fill(user, dialog.getByLabelText('Title'), 'Once')
  await choose(mp4(20))
  let parts = 0
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', () => {
      parts++
    }),
  )
  loseFirstAnswer(http.post, '*/api/videos/')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByRole('button', { name: 'Once' })).toBeVisible()
  expect((await list()).filter(({ title }) => title === 'Once')).toHaveLength(1)
  expect(parts).toBe(1)
})

test('changes a video after a lost answer without uploading again', async () => {
  const { user, dialog, choose, list } = await openDialog()
  await fill(user, dialog.getByLabelText('Title'), 'Before')
  await choose(mp4(20))
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  await user.click(await screen.findByRole('button', { name: 'Edit Before' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Before' }))
  let parts = 0
  const outcomes = ['refused', 'lost']
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', () => {
      parts++
    }),
    http.put('*/api/videos/:id/', async ({ request }) => {
      const outcome = outcomes.shift()
      if (outcome === 'refused') return HttpResponse.json({ detail: 'Out of order.' }, { status: 500 })
      if (outcome !== 'lost') return
      await fetch(bypass(request))
      return HttpResponse.error()
    }),
  )
  await user.upload(edit.getByLabelText('Video file'), mp4(33))
  for (const sentence of [/Out of order/, /cannot be reached/]) {
    await user.click(edit.getByRole('button', { name: 'Update' }))
    expect(await edit.findByText(sentence)).toBeVisible()
  }
  await user.click(edit.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Before' })).toBeNull())
  expect((await list()).find(({ title }) => title === 'Before')?.file?.size).toBe(33)
  expect(parts).toBe(1)
})

const later = (s: string) => HttpResponse.json({ detail: 'Later.' }, { status: 503, headers: { 'retry-after': s } })

test('sends a lost part again', async () => {
  const { user, dialog, choose, list } = await openDialog()
  let lost = 0
  network.use(http.put('*/api/videos/uploads/:upload/:offset/', () => (lost++ < 1 ? HttpResponse.error() : undefined)))
  await fill(user, dialog.getByLabelText('Title'), 'Bad line')
  await choose(mp4(VIDEO_PART_BYTES + 5))
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByRole('button', { name: 'Bad line' })).toBeVisible()
  expect((await list()).find(({ title }) => title === 'Bad line')?.file?.size).toBe(VIDEO_PART_BYTES + 5)
})

test('resumes an upload after a longer outage', async () => {
  const { user, dialog, choose, list } = await openDialog()
  const sent: string[] = []
  let isLost = true
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', ({ params }) => {
      if (isLost && params.offset !== '0') return later('0')
      sent.push(String(params.offset))
    }),
  )
  await fill(user, dialog.getByLabelText('Title'), 'Two halves')
  await choose(mp4(VIDEO_PART_BYTES + 5))
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  isLost = false
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await screen.findByRole('button', { name: 'Two halves' })).toBeVisible()
  expect((await list()).find(({ title }) => title === 'Two halves')?.file?.size).toBe(VIDEO_PART_BYTES + 5)
  expect(sent).toEqual(['0', String(VIDEO_PART_BYTES)])
})

test('stops an upload at once while it waits to send a part again', async () => {
  const { user, dialog, choose } = await openDialog()
  const refuse = vi.fn(() => later('600'))
  network.use(http.put('*/api/videos/uploads/:upload/:offset/', refuse))
  await choose(mp4(20))
  await fill(user, dialog.getByLabelText('Title'), 'On hold')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  await waitFor(() => expect(refuse).toHaveBeenCalledOnce())
  await user.click(dialog.getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Add Video' })).toBeEnabled())
})

test('drops an interrupted upload when the form is closed', async () => {
  const { user, dialog, choose } = await openDialog()
  const dropped: string[] = []
  network.use(
    http.put('*/api/videos/uploads/:upload/:offset/', () => later('0')),
    http.delete('*/api/videos/uploads/:upload/', ({ params }) => {
      dropped.push(String(params.upload))
    }),
  )
  await choose(mp4(20))
  await fill(user, dialog.getByLabelText('Title'), 'Cut off')
  await user.click(dialog.getByRole('button', { name: 'Add Video' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  expect(dropped).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dropped).toHaveLength(1))
})
