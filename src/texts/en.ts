import { messages } from '../domain/model/messages.ts';

/** The texts of the site in English, which is the first language of each text (src/texts/catalogue.ts). */
export const en = {
  language: {
    tag: 'en',
    name: 'English',
    dir: 'ltr',
    /** A visitor whose browser prefers this language reads it on a page in another one. */
    offer: 'This site is also in English.',
    close: 'Close',
  },
  /** The messages of the specification (sections 2, 4, 5 and 8). */
  messages,
  /** The layout, the header and the footer, which only the server renders. */
  layout: {
    skip: 'Skip to the content',
    mainNavigation: 'Main',
    menu: 'Menu',
    closeMenu: 'Close the menu',
    search: 'Search openings',
    enquiries: 'General enquiries',
  },
  /** Every page sends these to the browser. */
  common: {
    stopped: 'This part of the page stopped working.',
    reload: 'Load the page again',
    copyLink: 'Copy link',
    linkCopied: 'Copied',
    copyAddress: 'Copy this address:',
    colors: 'Colours',
    color: 'Colour',
    scheme: 'Light or dark',
    skins: { tamarind: 'Tamarind', basil: 'Basil', beet: 'Beet', turmeric: 'Turmeric' },
    schemes: { system: 'As my device', light: 'Light', dark: 'Dark' },
  },
  slider: {
    slider: 'carousel',
    slide: 'slide',
    slideName: 'Slide {number} of {count}',
    pause: 'Pause the slides',
    play: 'Play the slides',
  },
  carousel: {
    carousel: 'carousel',
    item: 'slide',
    position: '{number} of {count}',
    previous: 'Previous',
    next: 'Next',
    pause: 'Pause',
    play: 'Play',
  },
  gallery: {
    filter: 'Filter the pictures',
    all: 'All',
    shown: {
      one: '{count} of {total} pictures shown',
      other: '{count} of {total} pictures shown',
    },
  },
  map: {
    open: 'Open in maps',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    noTiles: 'The map’s pictures could not be loaded.',
    name: '{place}. Arrow keys move the map, + and - zoom.',
  },
  /** What the contact form and the enquiry forms have in common. */
  messageForm: {
    errorTitle: 'Error: {title}',
    sending: 'Sending…',
    arrivalUnknown:
      'We do not know whether your message arrived. What you wrote is still in the form.',
  },
  contact: {
    labels: {
      firstname: 'First name',
      lastname: 'Last name',
      email: 'Email address',
      phone: 'Phone number',
      msg: 'Message',
    },
    button: 'Send message',
    notSent: 'Your message was not sent. What you wrote is still in the form.',
    sentTitle: 'Sent Message | {title}',
    thanks: 'Thank you. We are taking you to the home page; {link}.',
    goNow: 'go there now',
  },
  enquiry: {
    labels: {
      name: 'Your name',
      email: 'Email',
      email_again: 'Email again',
      phone: 'Phone',
      service: 'What is it for?',
      date: 'Date',
      guests: 'Number of guests',
      tasting: 'Day to come and taste',
      budget: 'Budget',
      venue_website: 'Website of the venue',
      reference: 'Reference of an earlier quote',
      message: 'Message',
    },
    buttons: { 'contact-us': 'Send message', quote: 'Request quote' },
    choose: 'Please choose',
  },
  /** The subjects show the company's mailbox where a message comes from. */
  messageSubjects: {
    contact: 'Message from the careers site',
    'contact-us': 'Contact us',
    quote: 'Quote request',
  },
  /** What only the server renders of the pages. */
  pages: {
    contactDescription:
      'Write to {company}: questions about a job, an application or anything else.',
    writeInstead: 'Please write to {email} instead.',
    openings: 'Openings | {company}',
    openingsUnavailable: 'The list of jobs is not answering.',
  },
  /** Why a request was refused before a page or a form received it. */
  errors: {
    refusedTitle: 'That did not work',
    failedTitle: 'This page cannot be shown just now',
    toOpenings: 'Back to the openings',
    failed: 'Something went wrong on our side. Please try again in a moment.',
    otherOrigin: 'Please send the form from this site itself.',
    crowded: 'Many people are here just now. Please try again in a moment.',
    tooSlow: 'This page took too long. Please try again.',
    tooMuchText: 'This is more text than the form can take. Please shorten it.',
    incomplete: 'The form did not arrive whole. Please send it again.',
    renewed: "This page was renewed after you opened it. Please press '{button}' once more.",
    notUnderstood: 'This address does not understand what was sent.',
    manyForms: 'Many forms are coming in just now. Nothing was sent; please try again in a moment.',
    noPage: 'There is no such page.',
    noFile: 'There is no such file.',
    formsOnly: 'This address takes forms only.',
    method: 'This address does not take {method}.',
    rateLimit: {
      one: 'Very much has been sent from your network just now. Please try again in a minute.',
      other:
        'Very much has been sent from your network just now. Please try again in {count} minutes.',
    },
  },
} as const;
