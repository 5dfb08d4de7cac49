/** A registration that reached the portal without its answer reaching the person. */
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { fill, loseFirstAnswer, network, openPage, withPortal } from '#tests/page.tsx'

const { portal } = withPortal()

const button = () => screen.findByRole('button', { name: 'Register' })

async function fillIn(email: string) {
  const { user } = await openPage('/register')
  await fill(user, await screen.findByLabelText('Name'), 'Grace Hopper')
  await fill(user, await screen.findByLabelText('Email Address'), email)
  await fill(user, await screen.findByLabelText('Password'), 'compile it twice')
  await fill(user, await screen.findByLabelText('Confirm Password'), 'compile it twice')
  return user
}

test('signs in when sent again: the address is taken by the person themselves', async () => {
  const user = await fillIn('Again@Example.com')
  loseFirstAnswer(http.post, '*/api/users/register/')
  await user.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  await user.click(await button())
  expect(await screen.findByText("You don't have access to any apps yet.")).toBeVisible()
  expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({
    email: 'again@example.com',
    permissions: { changed_password: true },
  })
})

test('says that the address is taken by somebody else, though the sign-in that tells gets no answer', async () => {
  await portal().addUser({ email: 'else@example.com' })
  const user = await fillIn('else@example.com')
  loseFirstAnswer(http.post, '*/api/users/register/')
  await user.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/)
  const signIn = vi.fn(() => HttpResponse.error())
  network.use(http.post('*/api/users/login/', signIn))
  await user.click(await button())
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This email address is taken.'))
  expect(signIn).toHaveBeenCalledOnce()
  expect(localStorage.getItem('userInfo')).toBeNull()
})

test('does not sign in with the password of an account that was there before', async () => {
  await portal().addUser({ email: 'before@example.com', password: 'compile it twice' })
  const user = await fillIn('before@example.com')
  await user.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent('This email address is taken.')
  expect(localStorage.getItem('userInfo')).toBeNull()
})
