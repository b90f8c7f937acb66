import type { ApplicationField } from '../domain/model/application-fields.ts';
import { limits } from '../domain/model/limits.ts';
import { hostMessages, messageGroups } from '../domain/model/messages.ts';

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
  host: hostMessages,
  /** The forms of the search, in the header and on home. */
  search: {
    messages: messageGroups.search,
    label: 'Quick search',
    company: 'Company',
    anotherCompany: 'Another company',
    text: 'Role or skill',
    submit: 'Search',
    failed: 'The search did not get through. Check your connection.',
  },
  /** The search on home. */
  homeSearch: {
    label: 'Openings',
    /** It stands in the empty field. */
    example: 'For example: baker, night, part time',
    loading: 'Loading openings…',
    failedTitle: 'The search did not get through.',
    failed: 'Check your connection and search again. You still see what was found before.',
  },
  /** Lists and pages of openings, feeds, share pictures, the embedded list. No client component reads these texts. */
  openings: {
    messages: messageGroups.openings,
    careersAt: 'Careers at {company}',
    openingsAt: 'Openings at {company}',
    untitled: 'Opening',

    // A summary or a title: the number or the name of the list, then what narrows it.
    atCompany: ' at {company}',
    /** After the number of openings for a text without a company. */
    atCompanies: { one: ' at {count} house', other: ' at {count} houses' },
    forText: ' for “{text}”',
    narrowed: 'Openings{filters}',
    noneNarrowed: 'No openings{filters}',
    count: { one: '{count} opening', other: '{count} openings' },
    part: { one: '{part} of {count} opening', other: '{part} of {count} openings' },
    corrected: '{notFound}. {summary}',
    similarWords: {
      one: '{count} opening for similar words',
      other: '{count} openings for similar words',
    },
    others: { one: '{count} other opening', other: '{count} other openings' },
    andSimilar: '{summary}, and {similar}',
    pageOf: '{text}, page {page} of {pages}',
    none: 'There are no openings today.',
    noneOfCompany: 'This company has no openings today.',
    unavailable: 'The openings cannot be shown right now.',
    /** The description of a list for search engines: its roles, as far as there is room. */
    description: {
      page: '{title} – page {page}',
      none: '{list}: none today.',
      count: '{list}: {count}.',
      roles: '{list}: {roles}.',
      rolesAndMore: '{list}: {roles} and {count} more.',
    },

    filters: {
      label: 'Filter openings',
      title: 'Filters',
      chosen: 'Filters ({count})',
      close: 'Close',
      clear: 'Clear all',
      /** Screen readers say it after the number beside a choice. */
      openings: { one: ' opening', other: ' openings' },
      show: { one: 'Show {count} opening', other: 'Show {count} openings' },
      company_id: {
        title: 'Company',
        more: { one: 'All {count} company', other: 'All {count} companies' },
        moreTitle: 'All companies',
        phrase: '',
      },
      city: {
        title: 'City',
        more: { one: 'All {count} city', other: 'All {count} cities' },
        moreTitle: 'All cities',
        phrase: ' in {label}',
      },
      type: {
        title: 'Type',
        more: { one: 'All {count} type', other: 'All {count} types' },
        moreTitle: 'All types',
        phrase: ', {lowerCase}',
      },
      language: {
        title: 'Language of the opening',
        more: { one: 'All {count} language', other: 'All {count} languages' },
        moreTitle: 'All languages',
        phrase: ', in {label}',
      },
      sort: { title: 'Sort', newest: 'Newest', closing: 'Closing soon', pay: 'Highest pay' },
    },

    list: {
      new: 'New',
      moreCities: { one: '+{count} city', other: '+{count} cities' },
      read: 'Read the full job',
      pages: 'Pages of openings',
      page: 'Page {page}',
      previous: 'Previous',
      next: 'Next',
      showAll: 'Show all openings',
      ask: 'Ask us about a job',
      alertLike: 'Tell me about new openings like this',
      alertAll: 'Tell me about new openings',
      alsoClose: 'Also close to “{text}”',
      close: 'Close to “{text}”',
      foundBy: 'Found by: {words}',
      meansAll: '“{text}” fits all openings of this company',
      correctedText: 'Openings for “{corrected}” instead of “{text}”',
      atOthers: 'At other companies',
      atOthersFor: 'At other companies, for “{corrected}” instead of “{text}”',
      ofCompany: 'All openings of this company',
      similar: 'Similar openings',
      staleTitle: 'This may be out of date.',
      stale: 'We cannot reach the latest list right now. You see it as it was at {time}.',
      timeOnDay: '{time} on {day}',
      faultTitle: 'This is our fault, not yours.',
      fault: 'The list of jobs is not answering. Nothing is lost; please try again in a minute.',
      retry: 'Try again',
    },

    /** The openings that the header offers while a visitor types. */
    offers: {
      label: 'Openings',
      all: 'Show them on the home page',
    },

    // The values of an opening
    employmentTypes: {
      FULL_TIME: 'Full time',
      PART_TIME: 'Part time',
      CONTRACTOR: 'Contract',
      TEMPORARY: 'Temporary',
      INTERN: 'Internship',
      VOLUNTEER: 'Volunteer',
      PER_DIEM: 'By the day',
      OTHER: 'Other',
    },
    payRange: '{min} to {max}',
    pay: {
      HOUR: '{amount} an hour',
      DAY: '{amount} a day',
      WEEK: '{amount} a week',
      MONTH: '{amount} a month',
      YEAR: '{amount} a year',
    },
    remote: 'Remote',
    remoteIn: 'Remote, {region}',
    placesAndMore: '{places} and {count} more',
    dayAndTime: '{day}, {time}',
    closing: {
      today: 'closes today',
      tomorrow: 'closes tomorrow',
      inDays: { one: 'closes in {count} day', other: 'closes in {count} days' },
      on: 'closes {day}',
      passed: 'closed {day}',
    },

    opening: {
      breadcrumb: 'Breadcrumb',
      all: 'All openings',
      pay: 'Pay',
      place: 'Place',
      city: 'City',
      cities: 'Cities',
      closingDate: 'Closing date',
      status: 'Job status',
      type: 'Employment type',
      posted: 'Posted',
      skill: 'Required skill',
      extraSkills: 'Extra skills',
      about: 'About the job',
      apply: 'Apply Now',
      /** Screen readers say it after `apply`. */
      applyFor: ' for {role}',
      applyTitle: 'Apply for this job',
      closes: 'Closing date: {date}',
      stepForm: 'Step 1 of 2: the form',
      stepDocuments: 'Step 2 of 2: your documents',
      pastTitle: 'The closing date has passed.',
      past: 'Applications for this job were due by {date}. We may not read one that comes later. {link}.',
      others: 'See the other openings',
      printedAddress: 'Read and apply at',
      printedCode: 'QR code of this address',
    },
    share: {
      label: 'Share the job {role}',
      labelNewTab: 'Share the job {role} (opens in a new tab)',
      newTab: ' (opens in a new tab)',
      email: 'Email',
      more: 'Share…',
      /** The place in the share picture. */
      missing: 'There is no such picture.',
      busy: 'Please try again later.',
      failed: 'This picture cannot be drawn.',
    },

    missing: {
      title: 'Opening not found',
      heading: 'We could not find that opening.',
      text: 'It may have been filled or taken down, or its address was mistyped.',
      closedTitle: 'Opening closed',
      closedHeading: 'This opening is closed.',
      closed: 'It was filled or taken down, and takes no more applications.',
      closedNamed: '{opening} was filled or taken down, and takes no more applications.',
      roleAtCompany: '{role} at {company}',
      others: 'Openings you can apply to',
      all: 'See all openings',
      unavailableHeading: 'This opening cannot be shown right now.',
      unavailable: 'The list of jobs is not answering. Please try again in a minute.',
    },

    feed: {
      narrowed: '{title}: {filters}',
      text: '“{text}”',
      unavailable: 'The openings cannot be read right now.',
    },
    embed: { all: { one: 'All {count} opening', other: 'All {count} openings' } },
  },
  /** Mails of alerts about new openings. `words` is empty or begins with a space: ' at First Light Bakery for “baker”'. */
  alertMail: {
    confirmation: {
      subject: 'Please confirm: new openings at {company}',
      text: 'Somebody asked {company} to write to this address when there are new openings{words}. If it was you, please confirm it on this page:',
      several:
        'Somebody asked {company} to write to this address when there are new openings. If it was you, please choose on this page which of these you want:',
      link: 'Confirm the alert',
      otherwise: {
        one: 'If it was not you, do nothing: you get no mail about openings, and the address is erased after {count} day.',
        other:
          'If it was not you, do nothing: you get no mail about openings, and the address is erased after {count} days.',
      },
    },
    openings: {
      subject: { one: '{count} new opening{words}', other: '{count} new openings{words}' },
      text: {
        one: 'There is {count} new opening{words}:',
        other: 'There are {count} new openings{words}:',
      },
      again: 'Our last mail may not have reached you, so what it named is here again.',
      more: { one: 'And {count} more.', other: 'And {count} more.' },
      all: 'See all openings{words}',
    },
    end: {
      subject: 'Your alert has ended: openings{words}',
      text: 'Your alert about new openings{words} has ended after six months. You get no other mail. To be told for six more months, open this page until {day}:',
      link: 'Go on for six more months',
    },
    reason:
      'You get this mail because you confirmed on {day} that {company} may write to you about new openings{words}: at most once a day, until {end}.',
    /** Follows `words` that do not name all of the search, such as a company that is gone. */
    further: ', narrowed further',
    stop: 'To get no more of these mails:',
    stopLink: 'End the alert',
  },
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
    /** The first day of a month. */
    firstDay: '1',
    colors: 'Colours',
    color: 'Colour',
    scheme: 'Light or dark',
    schemes: { system: 'As my device', light: 'Light', dark: 'Dark' },
  },
  copyLink: {
    copy: 'Copy link',
    copied: 'Copied',
    address: 'Copy this address:',
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
  lightbox: messageGroups.lightbox,
  map: { open: 'Open in maps' },
  /** The script of the map has these. */
  mapControls: {
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    noTiles: 'The map’s pictures could not be loaded.',
    name: '{place}. Arrow keys move the map, + and - zoom.',
  },
  /** What the contact form and the enquiry forms have in common. */
  messageForm: {
    sending: 'Sending…',
    arrivalUnknown:
      'We do not know whether your message arrived. What you wrote is still in the form.',
  },
  contact: {
    messages: messageGroups.contact,
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
    thanks: 'Thank you.',
    toHome: 'We are taking you to the home page; {link}.',
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
    longHeaders:
      'Your browser sends more cookies than this site reads. Please delete the cookies of this site, and open the page again.',
    incomplete: 'The form did not arrive whole. Please send it again.',
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
  /** The form kit: fields, error summary, captcha, dialog. */
  form: {
    messages: messageGroups.form,
    problem: 'There is a problem',
    optional: '(optional)',
    error: 'Error: ',
    errorTitle: 'Error: {title}',
    labeled: '{label}: {message}',
    leaveEmpty: 'Leave this empty',
    checkTitle: 'Please check your form',
    check: 'Please read through what you wrote and press ‘{button}’ once more.',
    tryAgain: 'Try again',
    ok: 'OK',
  },
  /** A site with a captcha sends these. */
  captcha: {
    label: 'Captcha',
    test: 'I am a person (test captcha)',
    failed: 'The captcha could not be loaded. Check your connection and reload the page.',
    withoutScript:
      'This form has a captcha, which needs JavaScript: without it the form cannot be sent.',
  },
  fileField: {
    chooseFile: 'Choose file',
    changeFile: 'Change file',
    noFile: 'No file chosen',
  },
  /** The form for mails about new openings. */
  alerts: {
    title: 'New openings by mail',
    /** The search of the alert, in words. */
    openings: 'New openings{filters}',
    email: 'Email address',
    next: 'We send you one mail with a link, and mails about new openings only once you have pressed the button on its page: at most one a day, and none when there is nothing new.',
    ends: 'They end by themselves after six months, and at any time with one click in each mail.',
    button: 'Send me the link',
    failed: 'That did not work. Please try again in a moment.',
    requested: {
      title: 'Please look into your mail.',
      text: 'We send a mail with a link to this address, unless it gets these openings already. Until a link is used, it gets at most three such mails a day and six a month. Open the newest link within three days, and press the button on its page.',
      later:
        'Very many people ask for such mails just now: yours may take until {time}, or longer while they do.',
      missing:
        'No mail after some minutes? Please look among unwanted mail, and check the address.',
      again: 'Enter the address again',
    },
  },
  /** The page of the link in such a mail. */
  alert: {
    pending:
      'You get one mail a day at most, and only when there are new openings, for six months.',
    confirm: 'Yes, send me these openings',
    choose: 'Which of these do you want?',
    unchosen: 'Please tick what you want to get.',
    pendingEnd: 'You did not ask for this? Then do nothing: your address is erased on {day}.',
    active: 'You get a mail when there are new openings, one a day at most, until {day}.',
    ended: 'These mails ended on {day}.',
    end: 'Stop these mails',
    renew: 'Go on for six months',
    confirmed: 'Thank you. From now on you get these openings by mail.',
    renewed: 'The mails go on.',
    stoppedTitle: 'The mails are stopped.',
    stopped: 'Done. You get no more of these mails.',
    unchanged: 'That did not work. Please try again in a moment.',
    unknown: {
      title: 'This link is not valid.',
      text: 'Either these mails have ended, or nobody confirmed them within three days, or a part of the address is missing: please open the link in the mail itself.',
    },
    notOffered: {
      title: 'No mails about new openings',
      text: 'This site does not send such mails at present. The list always has all openings.',
    },
    unavailable: 'This page cannot be shown just now. Please try again in a moment.',
    again: 'Ask for such mails again',
    unknownCompany:
      'This company is no longer on our list. Press the button again to get such openings of all companies.',
  },
  emailField: {
    meant: 'Did you mean {address}?',
  },
  editor: {
    style: 'Style',
    bold: 'Bold',
    underline: 'Underline',
    clear: 'Clear',
    fontSize: 'Font size',
    fontName: 'Font name',
    bulletedList: 'Bulleted list',
    numberedList: 'Numbered list',
    align: 'Paragraph',
    fullscreen: 'Fullscreen',
    done: 'Done',
    help: 'Help',
    more: 'More',
    defaultFont: 'Default',
    styles: { p: 'Paragraph', h2: 'Heading', h3: 'Small heading', blockquote: 'Quote' },
    /** The keys are Jodit's own names of what the site does not name itself. */
    jodit: {
      'Align Left': 'Align Left',
      'Align Center': 'Align Center',
      'Align Right': 'Align Right',
      'Align Justify': 'Align Justify',
    },
    keys: { control: 'Ctrl', shift: 'Shift', tab: 'Tab', leave: 'Esc' },
    undo: 'Undo',
    redo: 'Redo',
    toToolbar: 'To the toolbar; arrow keys move in it',
    toNextField: 'To the next field',
    leaveFullscreen: 'Out of fullscreen',
    pasteTooLong:
      'That text is too long and was not pasted: a letter has at most {count} characters. Your letter is as it was.',
  },
  application: {
    messages: messageGroups.application,
    labels: {
      firstname: 'First name',
      lastname: 'Last name',
      emailaddress: 'Email address',
      phone: 'Phone number',
      age: 'Age',
      education: 'Highest education',
      course: 'Course of study',
      grades: 'Grade',
      years_of_experience: 'Years of experience',
      current_employer: 'Current employer',
      linkedinprofile: 'LinkedIn profile',
      referrer: 'Where you heard of this job',
      referrer_name: 'Staff Name',
      cover_letter: 'Cover letter',
    } satisfies Record<ApplicationField, string>,
    groups: {
      person: 'You',
      education: 'Education',
      experience: 'Experience',
      referrer: 'How you found us',
      letter: 'Your letter',
      questions: 'Questions',
    },
    hints: {
      oneName: 'If you have only one name, write it in both fields.',
      phone: 'Eleven digits, like 08031234567.',
      phoneOf: '{name}: {example}.',
      grades: 'Needed with an HND. Choose from the group of your education.',
      age: 'In whole years.',
      years: 'In whole years; 0 for a first job.',
      staffName: 'Only if a member of our staff told you about this job.',
      letter: 'Why this job, and why you.',
      pictureLost:
        'The letter takes text only: the picture was not added. Documents and photographs are sent in the next step.',
    },
    /** The keys are the values that are sent. */
    educations: {
      'B.Sc': 'B.Sc',
      BA: 'BA',
      'B.Ed': 'B.Ed',
      'B.Eng': 'B.Eng',
      HND: 'HND',
      'National Diploma': 'National Diploma',
      SSCE: 'SSCE',
    },
    grades: {
      Distinction: 'Distinction',
      'Upper Credit': 'Upper Credit',
      'Lower Credit': 'Lower Credit',
      Pass: 'Pass',
      'First Class': 'First Class',
      'Second Class Upper': 'Second Class Upper',
      'Second Class Lower': 'Second Class Lower',
      'Third Class': 'Third Class',
    },
    referrers: {
      job_boards: 'Job boards',
      social_media: 'Social media',
      staff: 'Staff',
      linkedin: 'LinkedIn',
      sundry_website: 'Other website',
    },
    selectGrade: 'Select grade...',
    select: 'Select...',
    gradesOfHnd: 'With an HND',
    otherGrades: 'With any other education',
    submit: 'Submit application',
    sending: 'Sending your application…',
    showDocuments: 'Show its documents',
    addDocuments: 'Add your documents',
    seeReceipt: 'See your receipt',
    alreadySent: 'Already sent, and documents still missing?',
    goOnWithYours: 'Go on with your documents',
    appliedOn: 'You applied on {date}.',
    resumed: 'You can add your documents here.',
    reference: 'Your reference:',
    arrived: 'Your application has arrived. Your reference:',
    whatYouSent: 'What you sent:',
    kept: 'Nothing you wrote is lost.',
    siteSilent:
      'The connection broke before an answer came, so your application may or may not have been received.',
    offline: 'You seem to be offline. Your application may or may not have been received.',
    onlyOnce:
      'Nothing you wrote is lost. When you are connected again, press ‘{button}’ once more: it is one application, however often you press.',
    documentsByMail:
      'If you applied for this job and documents are missing, send them to {email} with your name and your reference.',
    cookiesBlocked: 'Documents cannot be sent from this browser.',
    allowCookies:
      'It does not keep the cookie that belongs to your application. The application itself has arrived, and nothing has to be sent again. Allow cookies for this site, then try again.',
    openingChanged:
      'The questions of this opening have changed since you first opened it. What you wrote is still in the form; please check the questions and submit again.',
    questionChanged: 'This question is new, or its text has changed.',
    earlierNotice: 'An application to this job was sent from this browser on {date}.',
    companyNotice: 'An application to this company was sent from this browser on {date}.',
    onceAYear:
      'A person can apply to a company once a year. If that application is yours, another one is refused until then, unless it was erased.',
    seeApplication: 'See that application',
    seeOpening: 'See that opening',
    withdrawn: 'An application that was sent from this browser on {date} was withdrawn.',
    withdrawnNotice:
      'If it was yours, it still counts for a year, and a new one to this company is refused. To apply again, erase it first.',
    seeOrErase: 'See it or erase it',
    draftOffer: 'We kept what you wrote here on this device, without files.',
    draftFromTab: 'You are writing this application in another tab, too.',
    lastWritten: 'Last written: {time}.',
    restore: 'Restore',
    discard: 'Discard',
    /** The name is 'Ada O.'. */
    keptOffer: '{name} has applied from this device before.',
    useSent: 'Use what you sent to {company}',
    notMe: 'Not me',
    keepSent:
      'Keep my details and my letter on this device for 30 days, for my next application. Answers and files are not kept.',
    draftOutcome: {
      restored: 'What you wrote before is here again.',
      discarded: 'What you wrote before is discarded.',
      used: 'What you sent before is filled in. Please read it through.',
      removed: 'What was sent before is no longer kept on this device.',
    },
    draftBlocked:
      'This browser keeps nothing for us: what you write is lost if you close this page before you submit it.',
    draftKept: 'What you write is kept here for 30 days, or until you submit it.',
    otherPerson: 'Not your application? Forget it on this device, and the form is empty again.',
    forgetHere: 'Forget me on this device',
    forgetMe: 'Forget me',
    keepIt: 'Keep it',
    forgetWarning:
      'This empties the form, and takes away what this device keeps of you: drafts, what you let it keep for your next application, saved openings, and the way back to documents you have not sent yet.',
    forgetting: 'Asking the site to forget this device…',
    forgotten: 'This device is forgotten.',
    forgottenText:
      'The form is empty. Drafts, and the way back to documents you had not sent, are gone from this device. What you sent is not erased.',
    forgetFailed: 'This device is not forgotten yet: the site did not answer.',
    stillKnown:
      'The drafts are gone, and what you write now is not kept. If an application was sent from here, it can still be opened here.',
  },
  /** What only the server says about an application. */
  applicationAnswers: {
    notSaved: 'It could not be saved on our side: nothing was saved.',
    lost: 'The answer to your application was lost on the way: it may have been received.',
    afterLost:
      'Press ‘{button}’ again in a minute: before anything is sent a second time, we ask whether the first has arrived. If you are still unsure, write to {email}.',
    foundAfterLost:
      'That is most likely the application you sent here before, whose answer was lost: it has arrived, and there is nothing more to send. To add your documents, write to {email}.',
    hostAnswer: 'The answer was: {message}',
    mailLater:
      'Very many people apply just now: the mail about your application may take until {time}, or longer while they do.',
    notReceived: 'Your application was not received.',
    earlierUnknown: 'Whether your earlier try was received is still not known.',
    tryAgainSoon: 'Please try again in a little while.',
    tryAgainIn: 'Please try again in {duration}.',
    sharedAddress:
      'If somebody else applied with this email address, apply with one that only you use: the address decides whose application it is.',
    seconds: { one: '{count} second', other: '{count} seconds' },
    minutes: { one: '{count} minute', other: '{count} minutes' },
    hours: { one: '{count} hour', other: '{count} hours' },
    noSuchSubmission:
      'This browser has no application to this opening. Its cookie was blocked or removed, or is older than a week.',
    closedMeanwhile:
      'This opening was closed before your application arrived. Here are your texts, for you to copy.',
    openingGone: 'This opening is no longer open to applications.',
    yourAnswer: 'Your answer',
    sendInstead: 'Please send your application to {email} instead.',
  },
  /** The documents form. The browser has these texts when it has the script of the form. */
  documents: {
    messages: messageGroups.documents,
    labels: {
      cv: 'CV',
      nysc: 'NYSC certificate',
      waec: 'WAEC result',
      undergraduate: 'Undergraduate certificate',
      other: 'Other document',
      passport: 'Passport photograph',
    },
    /** The names in messages of section 5 are those of the API. */
    namesInMessages: {
      cv: 'cv',
      nysc: 'nysc',
      waec: 'waec',
      undergraduate: 'undergraduate',
      other: 'other',
      passport: 'passport',
    },
    afterButton: ': {label}',
    statedLimit: limits.statedFileLimit,
    requirements: '{extensions}; maximum {limit}',
    sizes: {
      bytes: '{value} bytes',
      kilobytes: '{value} KB',
      megabytes: '{value} MB',
      gigabytes: '{value} GB',
      terabytes: '{value} TB',
    },

    title: 'Your documents',
    step: 'Step 2 of 2',
    sent: 'Your application has been sent.',
    sentInPart: 'Your application and {received} of {total} documents have been sent.',
    sendAll: {
      here: 'Send your documents here.',
      by: 'Send your documents by {until}.',
      withinWeek: 'Send your documents within one week.',
    },
    sendOthers: {
      here: 'Send the others here.',
      by: 'Send the others by {until}.',
      withinWeek: 'Send the others within one week.',
    },
    comeBack: 'To come back later, open this page again.',
    comeBackInBrowser:
      'To come back later, open this page again in this browser. The link in our mail, if you got one, works in every browser.',
    mayDrop: 'A file can also be dropped on its row.',
    arrived: '{received} of {total} have arrived.',
    noneArrived: 'None has arrived.',
    allArrived: 'All documents have arrived.',
    toReceipt: 'On to your receipt',
    sendingAll: 'Sending your documents… {arrived}',
    allDocuments: 'All documents',
    chooseAgain: 'Please choose your files again.',
    lost: 'They were not sent before this page was loaded again: {documents}.',
    waiting: 'Your pictures are being prepared. The upload begins when they are ready.',
    upload: 'Upload documents',
    add: 'Add documents',

    dropHere: 'Drop the file here: {label}',
    tooLargeToBeFast:
      'This file is larger than {limit}. It can still be sent, but that takes longer.',
    encrypted:
      'This file is encrypted. If it opens only with a password, nobody will be able to open it: please save it without the password and choose it again.',
    sameFile: 'The same file is chosen for {label}.',
    replace: 'Replace it',
    replaceHint: 'The file that you sent stays until the new one has arrived.',
    newFile: 'New file: {label}',
    leaveOut: 'Do not send it now',
    haveNone: 'What if I have none?',
    noteName: 'Your name, as a signature',
    noteSentence: 'What your note says',
    noteDefault: 'I do not have this document: {label}.',
    makeNote: 'Make the note',
    noteMade: 'The note is chosen as this document.',
    bytesSent: '{label}: bytes sent',
    confirming: 'Waiting for confirmation',
    progress: '{sent} of {total}',
    sending: 'Sending {label}',

    several: 'Choose several files',
    severalHint: 'Name them like {name}, and we put each in its place.',
    placed: 'We placed {placed} of {total} files.',
    unclear: 'Files whose names do not tell what they are',
    whichDocument: 'Which document is {name}?',
    forFile: ' for {name}',
    noneOfThese: 'None of these',
    leftOut: 'this file is left out.',

    unreadable:
      '"{name}" cannot be read. It was moved or changed, or is not on this device. Please choose it again.',
    severalDropped:
      '{count} files were dropped here. A document is one file, so none of them was chosen.',
    notSent: 'Not sent yet, because the documents before it did not arrive.',
    malware:
      'Malware was found in the file that you sent, and nobody opens it. Please send another file.',
    stalled: 'The connection stood still for a minute. Please try again.',
    connectionBroke: 'The connection broke. Please try again.',
    offline: 'You are offline. This document is sent when you are connected again.',
    ticketRefused:
      'This browser did not keep the permission to send documents. Please allow cookies for this site, and try again.',
  },
  /** Why the content of a file is refused (src/domain/rules/documents/file-content.ts). */
  files: {
    quoted: '"{name}"',
    /** It stands for a name that must not be shown. It begins a message with a capital letter. */
    theFile: 'the file',
    empty: '{file} is empty. Please choose a file with something in it.',
    invalid: '{message}: {reason} {advice}',
    notWanted: '{file} is not {wanted}.',
    unknown: '{file} is of no type that we know.',
    found: '{file} is {found}.',
    foundNotWanted: '{file} is {found}, not {wanted}.',
    wanted: {
      pdf: 'a PDF',
      doc: 'a Word document',
      docx: 'a Word document',
      png: 'a JPEG or PNG picture',
      jpg: 'a JPEG or PNG picture',
      jpeg: 'a JPEG or PNG picture',
    },
    formats: {
      pdf: 'a PDF',
      docx: 'a Word document',
      doc: 'a Word document',
      docm: 'a Word document with macros',
      rtf: 'an RTF document',
      encryptedOffice: 'an Office file with a password',
      office: 'an Office file',
      otherOffice: 'an Excel, PowerPoint, OpenDocument or Pages file',
      text: 'a text file',
      png: 'a PNG picture',
      jpeg: 'a JPEG picture',
      heic: 'a HEIC picture, as iPhones take them',
      otherPicture: 'a WebP, AVIF or GIF picture',
      archive: 'a zip or RAR archive',
    },
    advice: {
      saveAsPdf:
        'Open it and save it as PDF: on a phone under Share or Print, on a computer under Save as or Print. Then choose the PDF.',
      unpack: 'Please unpack it and choose the document that is in it.',
      removePassword: 'Open it, save it without its password, and choose it again.',
      chooseDocument: 'Please choose a PDF or a Word document.',
      choosePicture: 'Please choose a JPEG or PNG picture or a PDF.',
      rename: 'Please name it .{extension} and choose it again.',
    },
  },
  /** Documents that are made of photographs. */
  photographs: {
    takePhoto: 'Take a photo',
    usePicture: 'Use a picture',
    takePhotos: 'Take photos',
    usePictures: 'Use pictures',
    anotherPhoto: 'Another photo',
    morePictures: 'More pictures',
    reading: 'Reading the picture…',
    readingOf: 'Reading picture {number} of {total}…',
    shrinking: 'Making the pictures smaller…',
    asPdf: { one: '1 page, as a PDF.', other: '{count} pages, as one PDF.' },
    pagesOf: 'Pages: {label}',
    page: 'Page {number}',
    turnPage: 'Turn page {number}',
    moveUp: 'Move page {number} up',
    moveDown: 'Move page {number} down',
    remove: 'Remove page {number}',
    turned: 'Page {number} turned.',
    moved: 'Page {number} is now page {to}.',
    removed: 'Page {number} removed.',
    tooMany: 'A document has at most {max} pages: {left} not added.',
    unreadable:
      '“{name}” cannot be read as a picture in this browser. Take a photo of the page, or choose another picture.',
    notLoaded:
      'The part of this site that reads pictures could not be loaded. Try again when you are connected.',
  },
  /** An opening and the receipt say this while the script of the documents form loads, and when it cannot be loaded. */
  documentsNotLoaded: {
    loading: 'The form for your documents is loading…',
    title: 'The form for your documents could not be loaded.',
    text: 'Your application has arrived, and nothing has to be sent again. Try again when you are connected, or open this page again within a week.',
  },
  /** These texts stand above the application form. */
  documentsNeeded: {
    title: 'What is needed',
    now: 'Now',
    form: 'This form, once a year per company. No account.',
    withinWeek: 'Within one week',
    all: '{documents}.',
    photographs: 'Your phone can photograph them.',
    notNeeded: 'This job does not need: {documents}.',
    missing: 'What if one is missing?',
    limit: 'All are sent from this browser, at most {limit} each.',
  },
  /** What the site answers to an upload. */
  uploads: {
    noRoom:
      'There is no room for this document just now: it was not saved. What has arrived is safe. Please try again later.',
    sourceFailed: 'The document stopped coming in. Please send it again.',
    noSuchDocument: 'There is no document called "{type}".',
    noTicket:
      'This browser has no application waiting for documents. If you have applied, write to {email} with your reference and your documents. If not, please send the application form first.',
    notMultipart: 'The request is no multipart form.',
    broken: 'The form broke off.',
    tooManyFiles: 'The form has more parts than it can have.',
    tooManyParts: 'The form has more parts than it can have.',
    tooSlow: 'The form stopped coming in.',
  },
  receipt: {
    label: 'Your receipt',
    role: 'Role',
    opening: 'Opening {id}',
    company: 'Company',
    appliedOn: 'Applied on',
    documents: 'Documents received',
    count: '{received} of {total}',
    reference: 'Your reference',
    keepReference: 'Keep this reference. We find your application by it.',
    link: 'See, withdraw or erase your application',
    keepLink: 'Keep this link: it works in every browser until {day}.',
    print: 'Print this page',
    withdrawn: 'You have withdrawn this application. It takes no more documents.',
    unanswered: 'Your reference cannot be shown just now: the connection broke.',
  },
  feedback: {
    title: 'Thank you',
    titleWithout: 'Your application',
    questions: 'Questions about your application?',
    contact: 'Write to {email} or call {phone}, {hours}.',
    withdrawnTitle: 'Your application is withdrawn.',
    withdrawn: 'The company no longer considers it.',
    noneTitle: 'This browser has no application to show.',
    none: 'An application is shown for a week, in the browser that sent it. One that you sent earlier, or elsewhere, is not lost.',
  },
  /** What a person did on this device. */
  device: {
    appliedOn: 'You applied on {date}',
    mine: 'My applications',
    sent: 'Sent on this device',
    show: 'Show it, and send documents',
    byMail: 'Its page is in the mail that we sent you.',
    opening: 'Opening {id}',
    loading: 'Reading what this device keeps…',
    none: 'This device keeps no application and no saved opening.',
    save: 'Save',
    saved: 'Saved',
    savedCount: 'Saved ({count})',
    remove: 'Remove',
    closed: 'This opening has closed.',
  },
  /** The form with which a person who has lost the links asks for them. */
  lostLinks: {
    title: 'My applications',
    heading: 'Lost the link to your application?',
    text: 'Enter the address with which you applied. We send the links to all your applications to that address.',
    email: 'Email address',
    button: 'Send me the links',
    failed: 'That did not work. Please try again in a moment.',
    requested: {
      title: 'Please look into your mail.',
      text: 'If you have applied with this address, a mail with the links is on its way to it. No mail after some minutes? Please look among unwanted mail, and check the address: one address gets at most three such mails a day.',
    },
    notOffered: 'Links to applications cannot be sent by mail at present.',
  },
  /** The page of the link to an application. */
  myApplication: {
    title: 'Your application',
    applicant: 'Applicant',
    sent: 'What you sent',
    letter: 'Your letter',
    answers: 'Your answers',
    question: 'Question {number}',
    noAnswer: 'No answer',
    withdrawOrErase: 'Withdraw or erase',
    withdraw: {
      title: 'Withdraw your application',
      text: 'The company no longer considers your application. It stays stored, and counts as your application to this company for a year.',
      check: 'Yes, withdraw my application',
      button: 'Withdraw',
    },
    erase: {
      title: 'Erase your application',
      text: 'This application and its documents are erased. You can then apply to this company again. For other applications and messages write to {email}.',
      check: 'Yes, erase my application and its documents for ever',
      button: 'Erase',
    },
    worksUntil:
      'This page works until {day}. Whoever has its address can do the same: do not pass it on.',
    toOpenings: 'See the openings',
    /** The stages of an application, in their order. Screen readers say `stepDone` after those that are over. */
    steps: { received: 'Received', review: 'Being read', interview: 'Interview', offer: 'Offer' },
    stepDone: ', done',
    unknown: {
      title: 'This link is not valid.',
      text: 'It has expired, or the application was erased. If you have applied, write to {email} with your reference.',
    },
    damaged: {
      title: 'This address is not complete.',
      text: 'Some of its characters are missing or were changed on the way. Open the link in the mail itself, or copy the whole of it: capital letters count. If that does not help, write to {email} with your reference.',
    },
    erasedTitle: 'It is erased.',
    mayApplyAgain: 'You can apply to this company again.',
    tryLater: 'Please try again in a moment.',
    state: {
      withdrawn: 'You withdrew this application on {day}, and the company no longer considers it.',
      incomplete:
        'Your application was received on {day}. It is complete when all {total} documents have arrived.',
      oneMissing:
        'Your application was received on {day}. It is complete when your document has arrived.',
      complete: 'Your application has been complete since {day}, and is with the company.',
    },
    stage: 'Where your application stands',
    note: 'The company adds:',
    document: '{filename}, {day}',
    replacement: {
      pending: 'Another file is being checked. Until then this one counts.',
      infected: 'Malware was found in the file that was to replace it, so this one stays.',
    },

    unknownLink: 'This link is not valid: it has expired, or the application was erased.',
    unavailable: 'Your application cannot be shown just now. Please try again in a moment.',
    changeUnknown:
      'We do not know whether this was done. Please open your link again in a moment: it shows what we have.',
    changeUnknownHere:
      'The connection broke, and we do not know whether this was done. Below is what we have now.',
    // Not 'nothing was changed': the site erases its own copy first.
    unchanged:
      'That did not work: the company still has your application as it was. Please try again in a moment.',
    withdrawn: 'You have withdrawn your application.',
    erased: 'Your application and its documents were erased.',
    mayUpload: 'This browser can now send documents. Please choose your files.',
    notConfirmed: 'Please tick the box first.',
  },
} as const;
